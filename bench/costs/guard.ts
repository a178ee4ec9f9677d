/** What a reply costs in addition to a forwarded message: the search for traces of its owner. */

import { generateKeyPairSync, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { guardReply } from '#mail/reply/guard/guard.ts';
import { needlesOf } from '#mail/reply/guard/needles.ts';
import type { CostRow } from './work.ts';

const PIECE = 65_536;
const OWNER = 'jane.doe@nest.example';
const LINE =
  'Hello Jane, thank you; we shall look at it and tell you more: https://shop.test/x?y=1&z=2\r\n';
const HTML_LINE =
  '<p style="margin: 0">Hello <b>Jane</b>, see <a href="https://shop.test/?y=1&amp;z=2">this</a>.</p>\r\n';

export const guard: CostRow = async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const some = Buffer.alloc(1000);
  return {
    'one RSA-2048 signature': () => sign('sha256', some, privateKey),
    '50 KB of text and HTML': guarded(50_000, 'tell'),
    '50 KB of text and HTML with umlauts': guarded(50_000, 'erz\u00e4hl'),
    '10 MB of text and HTML': guarded(10_000_000, 'tell'),
  };
};

/** @param octets of text and HTML, half each, as mail programs write them @param word some of the words */
function guarded(octets: number, word: string): () => Promise<void> {
  const part = (type: string, line: string) =>
    `--=_edge\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n` +
    `${line.replace('tell', word).repeat(octets / 2 / line.length)}\r\n`;
  const header = 'Content-Type: multipart/alternative; boundary="=_edge"\r\n\r\n';
  const whole = Buffer.from(
    `${header}${part('plain', LINE)}${part('html', HTML_LINE)}--=_edge--\r\n`,
  );
  const chunks = Array.from({ length: Math.ceil(whole.length / PIECE) }, (_, i) =>
    whole.subarray(i * PIECE, (i + 1) * PIECE),
  );
  const mail = {
    message: { chunks, octets: whole.length, eightBit: false },
    block: HeaderBlock.read(whole.subarray(0, header.length - '\r\n'.length)),
    bodyStart: header.length,
  };
  const needles = needlesOf({
    address: OWNER,
    mailFrom: OWNER,
    aliasDomain: 'alias.test',
    sharedProvider: false,
  });
  return async () => {
    const { kind } = await guardReply(mail, {
      needles,
      alias: 'alias-1000@alias.test',
      onFind: 'refuse',
      sealId: (id) => id,
      newBoundary: (boundary) => boundary,
      turn: nextTurn,
    });
    if (kind !== 'clean') throw new Error('The guard refuses a clean message.');
  };
}
