/**
 * An address in words, for a display name: programs do not take it for an address, and it cannot imitate another one.
 */

/** RFC 5321 section 4.5.3.1.1. */
const LOCAL_OCTETS = 64;
/** RFC 1035 section 2.3.4. */
const DOMAIN_OCTETS = 255;
/** Octets of each part that are read: the result shows fewer. */
const READ_OCTETS = 4096;

/** Blanks of any width, including those of Braille and Hangul, and signs that could end the words or be an at sign. */
const MISLEADING = /[\s\p{Z}\u2800\u3164\u115f\u1160\uffa0"()<>@,;\\]/gu;
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The local part may be cut, the domain never: if it is longer than a domain can be, it loses its beginning.
 * @param local and domain: one character for each octet, as in the result; a local part may be quoted
 */
export function addressInWords({ local, domain }: { local: string; domain: string }): string {
  const written = local.slice(0, READ_OCTETS).replaceAll(/\\(.)/gs, '$1').replaceAll('"', '');
  const name = beginningOf(plain(written));
  const host = plain(domain.slice(-READ_OCTETS));
  const inWords = Buffer.from(`${name} at ${host}`, 'utf8').toString('latin1');
  return inWords.length <= LOCAL_OCTETS + DOMAIN_OCTETS
    ? `(${inWords})`
    : `(...${inWords.slice(-DOMAIN_OCTETS)})`;
}

/** Unicode's compatible forms, such as wide brackets, count as what they look like. */
function plain(octets: string): string {
  const text = Buffer.from(octets, 'latin1').toString('utf8').normalize('NFKC');
  // RFC 2047 section 5 forbids encoded words in quotes, but programs decode them there anyway.
  return text.replaceAll(UNSEEN, '').replaceAll('=?', '__').replaceAll(MISLEADING, '_');
}

/** Cuts between whole characters. */
function beginningOf(text: string): string {
  let kept = '';
  for (const char of text) {
    if (Buffer.byteLength(kept + char) > LOCAL_OCTETS) break;
    kept += char;
  }
  return kept;
}
