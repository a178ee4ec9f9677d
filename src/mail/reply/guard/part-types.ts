/** The meaning of a part's type: whether the part may be in a reply, and whether it is searched. */

import type { PartContent } from './content-fields.ts';

/** The words in brackets of the reply that refuses a mail. */
export type GuardReason = 'reply-shows-address' | 'reply-mime' | 'reply-signed' | 'reply-report';

/** Types whose purpose is to identify a person. */
const SIGNED =
  /^(?:multipart\/(?:signed|encrypted)|application\/(?:(?:x-)?pgp.*|(?:x-)?pkcs.*|vcard\+.*|vnd\.ms-outlook|mbox)|text\/(?:(?:x-)?vcard|directory|rfc822-headers)|message\/.*|multipart\/digest)$/;
/** A report on a delivery or a receipt (RFC 6522): it names the mailbox. */
const REPORT = 'multipart/report';
/** Outlook's own wrapping: it has the sender's address in it, and only Outlook reads it. */
const UNREAD = /^application\/(?:vnd\.)?ms-tnef$/;
/** Names of such files, where programs give them no type. */
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
/** Texts by their names: programs attach them as octets, or as an office program's. */
const TEXT_FILE = /\.(?:txt|text|log|md|csv|tsv|html?|xhtml|xml|svg|json)$/;
const HTML_FILE = /\.(?:html?|xhtml|xml|svg)$/;
const TEXT = /^text\/|^application\/(?:xml|json|ics)$|\+(?:xml|json)$/;

/** The reason against a part; undefined where it may be in a reply. */
export function refusalOf(content: PartContent): GuardReason | undefined {
  const type = readAs(content);
  if (type === REPORT) return 'reply-report';
  if (SIGNED.test(type)) return 'reply-signed';
  return UNREAD.test(type) || content.fileName === UNREAD_FILE ? 'reply-mime' : undefined;
}

/** The kind of a part by its type, or by its name where the type says nothing. */
function readAs({ type, fileName }: PartContent): string {
  return FILE_TYPES.get(fileName.slice(fileName.lastIndexOf('.') + 1)) ?? type;
}

/** Whether the type says that the octets are a text. */
export const isText = (content: PartContent) => TEXT.test(readAs(content));

/** A part of any type that is not in base64 is legible as text. */
export const isSearched = (content: PartContent) =>
  isText(content) || content.encoding !== 'base64' || TEXT_FILE.test(content.fileName);

export const isHtml = ({ type, fileName }: PartContent) =>
  /^text\/html$|xml$/.test(type) || HTML_FILE.test(fileName);

/** An invitation names its sender and the invited. */
export const isCalendar = (content: PartContent) =>
  /^(?:text\/calendar|application\/ics)$/.test(readAs(content));

/** Something in a text that programs read as files, or as a signature. */
export function refusedBlock(text: string): GuardReason | undefined {
  if (SIGNED_TEXT.test(text)) return 'reply-signed';
  return ENCODED_TEXT.test(text) ? 'reply-mime' : undefined;
}

/** RFC 9580 section 6.2. A quoted block is the correspondent's own. */
const SIGNED_TEXT = /^-----BEGIN PGP /m;
/** POSIX uuencode, the first line of which has no small letters, and yEnc. */
const ENCODED_TEXT =
  /^begin(?:-base64)? [0-7]{3,4} [^\r\n]+\r?\n[ -`]{1,62}\r?$|^=ybegin [^\r\n]*line=\d/m;
