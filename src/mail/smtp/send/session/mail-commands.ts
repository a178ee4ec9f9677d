/** The commands of a mail transaction, and the replies that they expect. */

import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { DeliveryStage } from '../../delivery.ts';
import { hasUtf8Address, withAsciiDomain } from './envelope-addresses.ts';
import type { Extensions } from './extensions.ts';

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
