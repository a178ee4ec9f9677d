/** Extensions that a message requires of a server, and our verdict if one is missing. Messages are never converted. */

import { stuffingDots } from '../../../message/dot-stuffing.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import { type Reply, reply } from '../../reply.ts';
import { hasEightBitHeader } from './content.ts';
import { hasUtf8Address } from './envelope-addresses.ts';
import type { Extensions } from './extensions.ts';

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
