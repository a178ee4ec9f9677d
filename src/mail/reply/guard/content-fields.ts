/** The fields that describe a part: Content-Type, Content-Transfer-Encoding (RFC 2045), and parameters (RFC 2231). */

import type { HeaderBlock } from '../../message/header-block.ts';
import { withoutComments } from '../../message/folding.ts';
import { decodeText, decodeWords } from './decoding/encoded-words.ts';

/**
 * Fields of a message's own header that a reply keeps, byte for byte and in this order, if nothing is found in them.
 */
export const CONTENT_FIELDS = [
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Disposition',
  'Content-Language',
] as const;

/** A part as its header describes it. */
export type PartContent = {
  /** `type/subtype` in lower case. */
  type: string;
  /** As labelled; undefined without a label. */
  charset: string | undefined;
  /** In lower case. */
  encoding: string;
  /** Of a multipart. */
  boundary: string | undefined;
  /** Decoded, in lower case; empty if there is none. */
  fileName: string;
};

/** A field's value and its parameters. */
export type Parameters = {
  value: string;
  /** By name in lower case. Those in the forms of RFC 2231 end in `*`, and are joined and decoded. */
  named: ReadonlyMap<string, string>;
  /** Whether all charsets are known. */
  readable: boolean;
};

/** RFC 2045 section 5.1. */
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
/** File names are also written as unquoted values with blanks. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"]*))\s*/y;
const EMPTY = /;\s*(?=;|$)/y;
/** RFC 2231 sections 3 and 4: the number of a piece, and whether it is percent-encoded. */
const EXTENDED = /^(.+?)(?:\*(\d{1,3}))?(\*)?$/;

/** Undefined if programs would read different descriptions. */
export function readContent(block: HeaderBlock): PartContent | undefined {
  const [type, ...otherTypes] = block.fields('content-type');
  const [encoding, ...others] = block.fields('content-transfer-encoding');
  const [disposition] = block.fields('content-disposition');
  const read = readParameters(type?.value ?? 'text/plain');
  if (otherTypes.length > 0 || others.length > 0 || read === undefined) return undefined;
  // Old programs write just `text`.
  const named = read.value.toLowerCase().replace(/^text$/, 'text/plain');
  // No program writes these in the forms of RFC 2231, and few would read them.
  if (!TYPE.test(named) || read.named.has('boundary*') || read.named.has('charset*')) return;
  const file = disposition && readParameters(disposition.value)?.named;
  const fileName =
    file?.get('filename*') ??
    withWords(file?.get('filename')) ??
    read.named.get('name*') ??
    withWords(read.named.get('name')) ??
    '';
  return {
    type: named,
    charset: read.named.get('charset') || undefined,
    encoding: encodingOf(encoding?.value ?? '7bit'),
    boundary: read.named.get('boundary'),
    fileName: fileName.toLowerCase(),
  };
}

/**
 * By its name of RFC 2045 section 6.1. Programs also write `8-bit`, and those that accept it read the octets
 * unchanged.
 */
function encodingOf(field: string): string {
  const encoding = withoutComments(field, 'kept').trim().toLowerCase();
  return encoding.replace(/^([78])[- ]?bits?$/, '$1bit');
}

/** RFC 2047 section 5 forbids encoded words in parameters, but programs write and read them there. */
const withWords = (value: string | undefined) =>
  value === undefined ? undefined : decodeWords(value).text;

/** Undefined if the field breaks the grammar, or gives a parameter two values. @param field its body, folded or not */
export function readParameters(field: string): Parameters | undefined {
  const text = withoutComments(field.replaceAll('\r\n', ''), 'kept').trim();
  const end = text.indexOf(';') < 0 ? text.length : text.indexOf(';');
  const plain = new Map<string, string>();
  const pieces = new Map<string, Piece[]>();
  for (let at = end; at < text.length; ) {
    EMPTY.lastIndex = at;
    PARAMETER.lastIndex = at;
    if (EMPTY.test(text)) {
      at = EMPTY.lastIndex;
      continue;
    }
    const found = PARAMETER.exec(text);
    if (found === null) return undefined;
    at = PARAMETER.lastIndex;
    const name = found[1]?.toLowerCase() ?? '';
    const value = found[2]?.replaceAll(/\\([\s\S])/g, '$1') ?? found[3]?.trim() ?? '';
    if (name.includes('*')) addPiece(pieces, name, value);
    else if (contradicts(name, value, plain.get(name))) return undefined;
    else plain.set(name, value);
  }
  let readable = true;
  for (const [name, of] of pieces) {
    const joined = joinPieces(of);
    readable &&= joined !== undefined;
    plain.set(`${name}*`, joined ?? '');
  }
  return { value: text.slice(0, end).trim(), named: plain, readable };
}

/** Charset names are compared in any case (RFC 2045 section 5.1). */
function contradicts(name: string, value: string, before: string | undefined): boolean {
  if (before === undefined || before === value) return false;
  return name !== 'charset' || before.toLowerCase() !== value.toLowerCase();
}

type Piece = { index: number; encoded: boolean; value: string };

function addPiece(pieces: Map<string, Piece[]>, name: string, value: string): void {
  const [, base = name, index = '0', star] = EXTENDED.exec(name) ?? [];
  const of = pieces.get(base) ?? [];
  of.push({ index: Number(index), encoded: star !== undefined, value });
  pieces.set(base, of);
}

/** RFC 2231 section 4.1. Undefined if the charset is not known. */
function joinPieces(pieces: Piece[]): string | undefined {
  const sorted = pieces.toSorted((a, b) => a.index - b.index);
  // RFC 2231 section 4: charset'language'text, in the first piece only.
  const head = sorted[0]?.encoded === true ? /^([^']*)'[^']*'/.exec(sorted[0].value) : null;
  const octets = sorted.map(({ encoded, value }, i) => {
    const text = i === 0 ? value.slice(head?.[0].length ?? 0) : value;
    return Buffer.from(encoded ? percentDecoded(text) : text, 'latin1');
  });
  return decodeText(Buffer.concat(octets), head?.[1] ?? '');
}

const percentDecoded = (text: string) =>
  text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
