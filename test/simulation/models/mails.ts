/** The octets of messages, and the identification of arrived messages by a header field. */

import { stream } from '../chance.ts';
import type { MailPlan } from '../plan.ts';

/** Lines of text, some of which begin with dots. */
const TEXT = text();

/** Its author, and its recipient if it is a reply. */
export type Envelope = { from: string; to: string };

/** The message as its author wrote it, without stuffing dots. */
export function contentOf(seed: number, mail: MailPlan, envelope: Envelope): Buffer {
  const { content, kind, octets, isReply } = mail;
  const mark = `X-Content: ${content}`;
  const lines = [
    ...(kind === 'relayed'
      ? [`Received: from laptop.test by sender.test id ${content}; Sat, 21 Nov 2026 12:00:00 +0000`]
      : []),
    ...(kind === 'bare'
      ? []
      : ['Date: Sat, 21 Nov 2026 12:00:00 +0000', `Message-ID: <${seed}.${content}@sender.test>`]),
    ...(isReply
      ? [`From: Jane <${envelope.from}>`, `To: <${envelope.to}>`, '', mark, '']
      : [mark, `From: ${envelope.from}`, '', '']),
  ];
  const head = Buffer.from(lines.join('\r\n'));
  const from = TEXT.indexOf('\r\n', (content * 997) % (TEXT.length - 100)) + 2;
  const wanted = Math.max(octets - head.length, 100);
  const pieces: Buffer[] = [];
  for (let left = wanted, at = from; left > 0; at = 0) {
    pieces.push(TEXT.subarray(at, at + left));
    left -= TEXT.length - at;
  }
  const body = Buffer.concat(pieces);
  // The last line is whole.
  return Buffer.concat([head, body.subarray(0, body.lastIndexOf('\r\n') + 2)]);
}

/** The octets after the header. */
export const bodyOf = (octets: Buffer) => octets.subarray(octets.indexOf('\r\n\r\n') + 4);

/** The number in its field, or in the body of a reply; undefined if there is none. */
export function contentNumber(octets: Buffer): number | undefined {
  const at = octets.indexOf('X-Content: ');
  if (at < 0) return undefined;
  return Number.parseInt(octets.toString('latin1', at + 11, at + 24), 10);
}

function text(): Buffer {
  const chance = stream(1, 'text');
  const lines = Array.from({ length: 4000 }, () => {
    const dots = chance.happens(0.05) ? '.'.repeat(chance.whole(1, 3)) : '';
    return `${dots}${'x'.repeat(chance.whole(0, 70))}${chance.whole(0, 99)}\r\n`;
  });
  return Buffer.from(lines.join(''));
}
