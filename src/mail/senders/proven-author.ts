/** The sender as owners know it: the author that a message proves. */

import { ADDRESS_OCTETS, domainOf } from '#rules/address.ts';
import { addressOf, parseAddressList } from '../message/address-list.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';
import type { AuthenticationOutcome } from '../trust/authentication.ts';
import type { Vouching } from '../trust/vouching.ts';

/**
 * The domain of From if SPF, a signature of the whole message or a trusted sealer proves it. At a provider of public
 * mailboxes, the whole address.
 * @returns in lower case; undefined if not proven
 */
export function provenAuthor(
  { author, block, dmarc }: Pick<AuthenticationOutcome, 'author' | 'block' | 'dmarc'>,
  trustedSeal: Vouching,
): string | undefined {
  if (author.kind !== 'one') return undefined;
  const { spf, signatures } = dmarc.aligned;
  if (!spf && !signatures.includes(true) && trustedSeal !== 'yes') return undefined;
  if (!isSharedProvider(author.domain)) return author.domain;
  const { mailboxes } = parseAddressList(block.fields('from')[0]?.value ?? '');
  const [mailbox, second] = mailboxes;
  // Several people: the provider has proven at most one of them.
  if (mailbox === undefined || second !== undefined) return undefined;
  const local = addressOf({ ...mailbox, domain: '' }).slice(0, -1);
  const address = `${local}@${author.domain}`.toLowerCase();
  return Buffer.byteLength(address) > ADDRESS_OCTETS ? undefined : address;
}

/** The same name for a person to whom an owner writes. @param address with a domain in lower case and A-labels */
export function senderNamed(address: string): string {
  const domain = domainOf(address);
  return isSharedProvider(domain) ? address.toLowerCase() : domain;
}
