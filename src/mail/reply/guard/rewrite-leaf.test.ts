import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, ALIAS, judge } from './guard.fixture.ts';

test('characters of several octets next to a replaced address stay whole', async () => {
  for (const sign of ['“', '😀', '\u00a0']) {
    const text = `${sign}x${sign}${ADDRESS}${sign}`;
    for (const [encoding, encode] of [
      ['8bit', (one: string) => Buffer.from(one).toString('latin1')],
      ['base64', (one: string) => Buffer.from(one).toString('base64')],
    ] as const) {
      const head = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`;
      const { sent } = await judge(`${head}\r\n\r\n${encode(text)}\r\n`, { onFind: 'replace' });
      const [, body = ''] = sent.split('\r\n\r\n');
      const read = Buffer.from(
        body.replace(/(?:\r\n)+$/, ''),
        encoding === '8bit' ? 'latin1' : encoding,
      ).toString();
      assert.equal(read, text.replace(ADDRESS, ALIAS), `${encoding} ${sign}`);
    }
  }
});
