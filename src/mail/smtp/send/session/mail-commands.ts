/**
 * A message in the form that a server gets: the commands of its transaction, the replies that they expect, and its content.
 * Messages are never converted: if the server lacks an extension that one requires, it is rejected.
 */

import { stuffingDots } from '../../../message/dot-stuffing.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { DeliveryStage } from '../../delivery.ts';
import { type Reply, reply } from '../../reply.ts';
import { hasUtf8Address, withAsciiDomain } from './envelope-addresses.ts';
import type { Extensions } from './extensions.ts';

const CR = 0x0d;
const LF = 0x0a;
/** RFC 5321 section 4.1.1.4: the wire form ends with CRLF, so a dot and CRLF end the data. */
const FINAL_DOT = Buffer.from('.\r\n');

/** @property expected first digit of the reply with which the transaction continues */
export type MailCommand = {
  readonly stage: DeliveryStage;
  readonly text: string;
  readonly expected: 2 | 3;
};

/** RFC 5321 section 4.1.1.5. A server must not reject it: any other reply is unexpected. */
export const RSET: MailCommand = { stage: 'mail', text: 'RSET\r\n', expected: 2 };
const DATA: MailCommand = { stage: 'data', text: 'DATA\r\n', expected: 3 };

/**
 * The commands before the content, in their order.
 * @param resetFirst whether the previous transaction was not completed
 */
export function mailCommands(
  offered: Extensions,
  envelope: Envelope,
  message: WireMessage,
  resetFirst: boolean,
): readonly MailCommand[] {
  const commands: MailCommand[] = resetFirst ? [RSET] : [];
  commands.push(
    { stage: 'mail', text: mailCommand(offered, envelope, message), expected: 2 },
    { stage: 'rcpt', text: `RCPT TO:<${withAsciiDomain(envelope.forwardPath)}>\r\n`, expected: 2 },
    DATA,
  );
  return commands;
}

function mailCommand(offered: Extensions, envelope: Envelope, message: WireMessage): string {
  let text = `MAIL FROM:<${withAsciiDomain(envelope.reversePath)}>`;
  if (offered.size !== undefined) text += ` SIZE=${message.octets}`;
  if (offered.eightBitMime && message.eightBit) text += ' BODY=8BITMIME';
  if (offered.smtpUtf8 && (envelope.utf8 || hasUtf8Address(envelope))) text += ' SMTPUTF8';
  return `${text}\r\n`;
}

/** The octets after 354: the unchanged message, then the final dot. */
export function dataContent(message: WireMessage): Buffer[] {
  return [...message.chunks, FINAL_DOT];
}

/** A 5yz reply if the server lacks an extension that the message requires. */
export function unmetRequirement(
  offered: Extensions,
  envelope: Envelope,
  message: WireMessage,
): Reply | undefined {
  const { size } = offered;
  // RFC 1870 section 5: stuffing dots do not count. 0 means that the server does not declare a limit.
  const excess = size ? message.octets - size : 0;
  if (excess > 0 && stuffingDots(message.chunks, true, excess) < excess) {
    return reply(552, '5.3.4', 'Message size exceeds the limit of the destination mail server');
  }
  if (!offered.smtpUtf8 && requiresUtf8(envelope, message)) {
    // RFC 6531 section 3.5
    return reply(
      550,
      '5.6.7',
      'SMTPUTF8 is required, but was not offered by the destination mail server',
    );
  }
  if (!offered.eightBitMime && message.eightBit) {
    // RFC 6152 section 3: the message must be converted or returned, and converting would break signatures.
    return reply(
      554,
      '5.6.3',
      '8BITMIME is required, but was not offered by the destination mail server',
    );
  }
  return undefined;
}

/** RFC 6531 section 3.2: an address or a header line is internationalized. */
function requiresUtf8(envelope: Envelope, message: WireMessage): boolean {
  return hasUtf8Address(envelope) || (envelope.utf8 && hasEightBitHeader(message));
}

/** Whether a header line contains an octet above 127, so that the message needs SMTPUTF8 (RFC 6531). */
function hasEightBitHeader(message: WireMessage): boolean {
  if (!message.eightBit) return false;
  let lineIsEmpty = true;
  for (const chunk of message.chunks) {
    for (const octet of chunk) {
      if (octet > 127) return true;
      // RFC 5322 section 2.1: an empty line ends the header.
      if (octet === LF && lineIsEmpty) return false;
      if (octet !== CR) lineIsEmpty = octet === LF;
    }
  }
  return false;
}
