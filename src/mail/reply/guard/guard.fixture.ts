/** Replies for the guard's tests: an owner, and the guard's verdict on one of the owner's messages. */

import { domainOf } from '#rules/address.ts';
import { HeaderBlock } from '../../message/header-block.ts';
import { stuffDots } from '../../message/dot-stuffing.ts';
import { edited } from '../../message/edits.ts';
import { type LeakGuardResult, guardReply, type LeakGuardOptions } from './guard.ts';
import type { GuardedMessage } from './mime-walk.ts';
import { needlesOf } from './needles.ts';

export const ADDRESS = 'jane.doe@nest.example';
export const ALIAS = 'alias-1000@alias.test';

/** Messages with one text, with one part, and with several. */
export const plain = (text: string) => `Content-Type: text/plain\r\n\r\n${text}\r\n`;
export const typed = (type: string, body = 'x') => `Content-Type: ${type}\r\n\r\n${body}\r\n`;
export const part = (header: string, body: string) => `--=_b\r\n${header}\r\n\r\n${body}\r\n`;
export const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary="=_b"\r\n\r\nhello\r\n${parts.join('')}--=_b--\r\n`;
/** A message with pictures, and one of them. */
export const related = (...parts: string[]) =>
  `Content-Type: multipart/related; boundary="=_b"\r\n\r\n${parts.join('')}--=_b--\r\n`;
export const picture = (id: string) => part(`Content-Type: image/png\r\nContent-ID: <${id}>`, 'x');
export const sealedOf = (id: string) => `m.${Buffer.from(id).toString('hex')}@alias.test`;
/** The reason for a find. */
export const SHOWS = 'reply-shows-address';

/** A content with CRLF, not dot-stuffed, one character (latin1) for each octet. @param piece octets of a chunk */
export function wireMessage(content: string, piece = Infinity) {
  const wire = stuffDots(Buffer.from(content, 'latin1'), true);
  const chunks: Buffer[] = [];
  for (let at = 0; at < wire.length; at += piece) chunks.push(wire.subarray(at, at + piece));
  const bodyStart = wire.indexOf('\r\n\r\n') + 4;
  const block = HeaderBlock.read(wire.subarray(0, bodyStart - 2));
  return { message: { chunks, octets: wire.length, eightBit: false }, block, bodyStart };
}

/** The outgoing message in wire form: the new Content-Type in the old header, which is otherwise unchanged. */
export function passedOn(
  { message, block }: Pick<GuardedMessage, 'message' | 'block'>,
  { edits, contentType }: Extract<LeakGuardResult, { kind: 'clean' }>,
): Buffer {
  const [before] = contentType === undefined ? [] : block.fields(contentType.name);
  const lines = Buffer.from(`${contentType?.raw}\r\n`, 'latin1');
  const header = before === undefined ? [] : [{ start: before.start, end: before.end, lines }];
  return Buffer.concat(edited(message, [...header, ...edits]).chunks);
}

/** @returns a short verdict, and the outgoing content */
export async function judge(
  content: string,
  {
    piece = Infinity,
    sharedProvider = false,
    address = ADDRESS,
    alias = ALIAS,
    ...options
  }: Partial<LeakGuardOptions> & {
    piece?: number;
    sharedProvider?: boolean;
    address?: string;
  } = {},
): Promise<{ guarded: LeakGuardResult; verdict: string; sent: string }> {
  const mail = wireMessage(content, piece);
  const guarded = await guardReply(mail, {
    needles: needlesOf({
      address,
      mailFrom: address,
      aliasDomain: domainOf(alias),
      sharedProvider,
    }),
    alias,
    onFind: 'refuse',
    sealId: sealedOf,
    newBoundary: (boundary) => boundary,
    turn: () => Promise.resolve(),
    ...options,
  });
  if (guarded.kind === 'refused') {
    return { guarded, verdict: `${guarded.reason} ${guarded.part} ${guarded.type}`, sent: '' };
  }
  const sent = passedOn(mail, guarded).toString('latin1');
  return { guarded, verdict: 'clean', sent: sent.replaceAll(/(^|\n)\./g, '$1') };
}
