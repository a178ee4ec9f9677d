/** A message in the mailbox as a person reads it. Parsing and display are bounded; the download is always complete. */

import PostalMime, { type Address, type Email } from 'postal-mime';

/** Octets of a message that are parsed for the page. */
const PARSED_OCTETS = 4_194_304;
/** Lines of a message that are parsed: as many as those octets have in base64. Millions took a gigabyte and 20 s. */
const PARSED_LINES = 60_000;
/** Octets of a header block that are parsed for the list. */
const SUMMARY_OCTETS = 65_536;
/** Characters of a header line, of a text and of an HTML part that are shown. */
const LINE_LENGTH = 2000;
const TEXT_LENGTH = 262_144;
const HTML_LENGTH = 1_048_576;
/** Header lines and attachments that are shown. */
const HEADERS = 200;
const ATTACHMENTS = 100;

/** A hostile message may nest deeper or have more headers; then only its source is shown. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1_048_576, maxRfc822NestingDepth: 2 };

/** The fields that the list shows. Each is empty if the message does not have it. */
export type Summary = { subject: string; from: string };

export type ReadMessage = Summary & {
  to: string;
  date: string;
  /** Header lines as in the message, unfolded. */
  headers: string[];
  text: string;
  html: string;
  attachments: { name: string; type: string; octets: number }[];
  /** The message is longer than the parsed or shown part. */
  cut: boolean;
};

/** Subject and author, from the header block alone. */
export async function summarize(octets: Buffer): Promise<Summary> {
  const block = octets.subarray(0, Math.min(endOfHeader(octets), SUMMARY_OCTETS));
  return summaryOf(await parse(block));
}

/** The whole message, as far as the bounds allow. */
export async function read(octets: Buffer): Promise<ReadMessage> {
  const part = beginningOf(octets);
  const mail = await parse(part);
  const text = mail?.text ?? '';
  const html = mail?.html ?? '';
  const headers = mail?.headerLines ?? [];
  const attachments = mail?.attachments ?? [];
  return {
    ...summaryOf(mail),
    to: people(mail?.to),
    date: mail?.date?.slice(0, LINE_LENGTH) ?? '',
    headers: headers.slice(0, HEADERS).map(({ line }) => line.slice(0, LINE_LENGTH)),
    text: text.slice(0, TEXT_LENGTH),
    html: html.slice(0, HTML_LENGTH),
    attachments: attachments.slice(0, ATTACHMENTS).map((attachment) => ({
      name: attachment.filename?.slice(0, LINE_LENGTH) ?? '',
      type: attachment.mimeType.slice(0, LINE_LENGTH),
      octets: Buffer.byteLength(attachment.content),
    })),
    cut:
      octets.length > part.length ||
      text.length > TEXT_LENGTH ||
      html.length > HTML_LENGTH ||
      headers.length > HEADERS ||
      attachments.length > ATTACHMENTS,
  };
}

function beginningOf(octets: Buffer): Buffer {
  const part = octets.subarray(0, PARSED_OCTETS);
  let end = 0;
  for (let lines = 0; lines < PARSED_LINES; lines++) {
    end = part.indexOf('\n', end) + 1;
    if (end === 0) return part;
  }
  return part.subarray(0, end);
}

/** Undefined if the message exceeds the limits of the parser. */
async function parse(octets: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(octets, LIMITS);
  } catch {
    return undefined;
  }
}

function summaryOf(mail: Email | undefined): Summary {
  return {
    subject: mail?.subject?.slice(0, LINE_LENGTH) ?? '',
    from: people(mail?.from && [mail.from]),
  };
}

/** Names and addresses on one line. */
function people(addresses: Address[] | undefined): string {
  return (addresses ?? [])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ')
    .slice(0, LINE_LENGTH);
}

function endOfHeader(octets: Buffer): number {
  const end = octets.indexOf('\r\n\r\n');
  return end < 0 ? octets.length : end + 2;
}
