/** The one spelling under which letters to a mailbox are counted: other spellings of it get no additional letters. */

import { splitAddress } from './address.ts';

/** Google ignores dots in a local part, and has a second domain. */
const DOTLESS = 'gmail.com';
const DOTLESS_TOO = 'googlemail.com';

/**
 * In lower case and compatibility composition, without quotes, without `+tag`, at Gmail without dots, the domain in
 * A-labels. Only for counting: mail goes to the address as it is.
 * @param address checked by `isDeliverable`
 */
export function foldedAddress(address: string): string {
  const [written, host] = splitAddress(address);
  const named = asciiDomain(host);
  const domain = named === DOTLESS_TOO ? DOTLESS : named;
  const local = withoutTag(unquoted(written).normalize('NFKC').toLowerCase());
  return `${domain === DOTLESS ? local.replaceAll('.', '') : local}@${domain}`;
}

/** RFC 5321 section 4.1.2: the same mailbox with quotes and without. */
function unquoted(local: string): string {
  return local.startsWith('"') ? local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : local;
}

/** A local part that is only a tag is a name of its own. */
function withoutTag(local: string): string {
  const plus = local.indexOf('+');
  return plus > 0 ? local.slice(0, plus) : local;
}

/** The domain as a URL spells it (UTS 46): variants of letters, for example wide ones, become the plain ones. */
function asciiDomain(domain: string): string {
  return URL.parse(`http://${domain}`)?.hostname ?? domain.toLowerCase();
}
