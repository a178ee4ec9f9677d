/** What a message asks of a server, and the verdict where the server cannot give it. Nothing is ever converted. */

import { stuffingDots } from '../../../message/dot-stuffing.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import { asciiDomain } from '#domains/ascii-domain.ts';
import { type Reply, reply } from '../../reply.ts';
import { hasEightBitHeader } from './content.ts';
import type { Extensions } from './extensions.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;
// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;

/** An envelope that no command line could carry: it would end the line, or hold octets that no address may. */
export function unspeakable(envelope: Envelope): Reply | undefined {
  if (CONTROL.test(envelope.forwardPath) || envelope.forwardPath === '') {
    return reply(553, '5.1.3', 'The recipient address cannot be used');
  }
  if (CONTROL.test(envelope.reversePath)) {
    return reply(553, '5.1.7', 'The sender address cannot be used');
  }
  return undefined;
}

/** The address with its domain in A-labels (RFC 5890), so that only a local part can ask for SMTPUTF8. */
export function withAsciiDomain(address: string): string {
  if (!NON_ASCII.test(address)) return address;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** A 5yz where the server lacks what the message cannot do without. */
export function unmetNeed(
  offered: Extensions,
  envelope: Envelope,
  message: WireMessage,
): Reply | undefined {
  const { size } = offered;
  // RFC 1870 section 5: stuffing dots do not count. 0 means that no limit is told.
  const excess = size ? message.octets - size : 0;
  if (excess > 0 && stuffingDots(message.chunks, true, excess) < excess) {
    return reply(552, '5.3.4', 'The message is larger than the server of the mailbox takes');
  }
  if (!offered.smtpUtf8 && needsUtf8(envelope, message)) {
    // RFC 6531 section 3.5
    return reply(550, '5.6.7', 'The server of the mailbox takes no internationalized mail');
  }
  if (!offered.eightBitMime && message.eightBit) {
    // RFC 6152 section 3: gatewayed down or returned, and converting would break signatures.
    return reply(554, '5.6.3', 'The server of the mailbox takes no 8-bit mail');
  }
  return undefined;
}

/** RFC 6531 section 3.2: an address or a header line is internationalized. */
function needsUtf8(envelope: Envelope, message: WireMessage): boolean {
  return hasUtf8Address(envelope) || (envelope.utf8 && hasEightBitHeader(message));
}

/** Whether an address stays internationalized with its domain in A-labels. */
export function hasUtf8Address({ reversePath, forwardPath }: Envelope): boolean {
  return (
    NON_ASCII.test(withAsciiDomain(reversePath)) || NON_ASCII.test(withAsciiDomain(forwardPath))
  );
}
