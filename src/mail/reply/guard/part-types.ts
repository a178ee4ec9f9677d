/**
 * What a part's type means: whether a reply may contain the part, and whether it is searched. Programs attach patches,
 * keys and files without an extension as octets, so the first octets count, too.
 */

import type { PartContent } from './content-fields.ts';
import { type Charset, charsetNamed, UTF_8 } from './decoding/charset.ts';

/** The reason code in brackets in the rejecting reply. */
export type GuardReason = 'reply-shows-address' | 'reply-mime' | 'reply-signed' | 'reply-report';

/** Types whose purpose is to identify a person. */
const SIGNED =
  /^(?:multipart\/(?:signed|encrypted)|application\/(?:(?:x-)?pgp.*|(?:x-)?pkcs.*|vcard\+.*|vnd\.ms-outlook|mbox)|text\/(?:(?:x-)?vcard|directory|rfc822-headers)|message\/.*|multipart\/digest)$/;
/** A delivery report or a receipt (RFC 6522): it names the mailbox. */
const REPORT = 'multipart/report';
/** Outlook's own format: it contains the sender's address, and only Outlook reads it. */
const UNREAD = /^application\/(?:vnd\.)?ms-tnef$/;
/** File names of such parts, if programs give them no type. */
const FILE_TYPES = new Map([
  ['vcf', 'text/vcard'],
  ['vcard', 'text/vcard'],
  ['p7s', 'application/pkcs7-signature'],
  ['p7m', 'application/pkcs7-mime'],
  ['p7c', 'application/pkcs7-mime'],
  ['asc', 'application/pgp-keys'],
  ['gpg', 'application/pgp-keys'],
  ['pgp', 'application/pgp-keys'],
  ['sig', 'application/pgp-signature'],
  ['eml', 'message/rfc822'],
  ['emlx', 'message/rfc822'],
  ['msg', 'application/vnd.ms-outlook'],
  ['oft', 'application/vnd.ms-outlook'],
  ['pst', 'application/vnd.ms-outlook'],
  ['mbox', 'application/mbox'],
  ['ics', 'text/calendar'],
]);
const UNREAD_FILE = 'winmail.dat';
/** Text files by name: programs attach them as octets, or as office files. */
const TEXT_FILE = /\.(?:txt|text|log|md|csv|tsv|html?|xhtml|xml|svg|json)$/;
const HTML_FILE = /\.(?:html?|xhtml|xml|svg)$/;
const TEXT = /^text\/|^application\/(?:xml|json|ics)$|\+(?:xml|json)$/;

/** The reason against a part; undefined if a reply may contain it. */
export function refusalOf(content: PartContent): GuardReason | undefined {
  const type = readAs(content);
  if (type === REPORT) return 'reply-report';
  if (SIGNED.test(type)) return 'reply-signed';
  return UNREAD.test(type) || content.fileName === UNREAD_FILE ? 'reply-mime' : undefined;
}

/** The kind of a part by its type, or by its file name if the type is generic. */
function readAs({ type, fileName }: PartContent): string {
  return FILE_TYPES.get(fileName.slice(fileName.lastIndexOf('.') + 1)) ?? type;
}

/** Whether the type declares the octets as text. */
export const isText = (content: PartContent) => TEXT.test(readAs(content));

/** A part of any type that is not in base64 is legible as text. */
export const isSearched = (content: PartContent) =>
  isText(content) || content.encoding !== 'base64' || TEXT_FILE.test(content.fileName);

export const isHtml = ({ type, fileName }: PartContent) =>
  /^text\/html$|xml$/.test(type) || HTML_FILE.test(fileName);

/** An invitation names its sender and the invited. */
export const isCalendar = (content: PartContent) =>
  /^(?:text\/calendar|application\/ics)$/.test(readAs(content));

/** Something in a text that programs treat as a file or a signature. */
export function refusedBlock(text: string): GuardReason | undefined {
  if (SIGNED_TEXT.test(text)) return 'reply-signed';
  return ENCODED_TEXT.test(text) ? 'reply-mime' : undefined;
}

/** RFC 9580 section 6.2. A quoted block is the correspondent's own. */
const SIGNED_TEXT = /^-----BEGIN PGP /m;
/** POSIX uuencode, whose first line has no small letters, and yEnc. */
const ENCODED_TEXT =
  /^begin(?:-base64)? [0-7]{3,4} [^\r\n]+\r?\n[ -`]{1,62}\r?$|^=ybegin [^\r\n]*line=\d/m;

/** Decoded octets inspected at the beginning of a part. */
export const INSPECTED_OCTETS = 4096;
/** A text has hardly any control characters; in compressed octets every tenth is one. */
const TEXTS_PER_CONTROL = 100;
/** In UTF-16 every other octet of ASCII is NUL. */
const WIDE = charsetNamed('utf-16le') ?? UTF_8;
/** UTF-8 and UTF-16 in both orders. */
const MARKS = ['\xef\xbb\xbf', '\xff\xfe', '\xfe\xff'];

/**
 * Undefined if the octets are not text.
 * @param beginning the first octets, decoded.
 * @param charset that of the part, if it names one
 */
export function textByContent(
  beginning: Buffer,
  charset: Charset = UTF_8,
): { charset: Charset; html: boolean } | undefined {
  const text = beginning.toString('latin1');
  const wide = isWide(text);
  const narrow = wide ? text.replaceAll('\0', '') : text;
  if (!MARKS.some((mark) => text.startsWith(mark)) && !looksLikeText(narrow)) return undefined;
  return { charset: wide ? WIDE : charset, html: /<[a-z!/]/i.test(text.replaceAll('\0', '')) };
}

function looksLikeText(text: string): boolean {
  if (text === '' || text.includes('\0')) return false;
  // oxlint-disable-next-line no-control-regex
  const controls = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  return controls * TEXTS_PER_CONTROL <= text.length;
}

/** Whether NULs are only at odd positions, or only at even ones, and are at least a quarter of all octets. */
function isWide(text: string): boolean {
  const counts = [0, 0];
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) {
    counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = counts;
  return (even === 0 || odd === 0) && (even + odd) * 4 >= text.length && text !== '';
}
