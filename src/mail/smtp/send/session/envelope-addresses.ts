/** The addresses of an envelope in the form of command lines. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import type { Envelope } from '../../../message/message.ts';
import { type Reply, reply } from '../../reply.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;
// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;

/** A 5yz reply if an address would end its command line, or contains forbidden octets. */
export function invalidEnvelope(envelope: Envelope): Reply | undefined {
  if (CONTROL.test(envelope.forwardPath) || envelope.forwardPath === '') {
    return reply(553, '5.1.3', 'Bad destination address syntax');
  }
  if (CONTROL.test(envelope.reversePath)) {
    return reply(553, '5.1.7', 'Bad sender address syntax');
  }
  return undefined;
}

/** The address with its domain in A-labels (RFC 5890), so that only a local part can need SMTPUTF8. */
export function withAsciiDomain(address: string): string {
  if (!NON_ASCII.test(address)) return address;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** Whether an address contains non-ASCII characters with its domain in A-labels. */
export function hasUtf8Address({ reversePath, forwardPath }: Envelope): boolean {
  return (
    NON_ASCII.test(withAsciiDomain(reversePath)) || NON_ASCII.test(withAsciiDomain(forwardPath))
  );
}
