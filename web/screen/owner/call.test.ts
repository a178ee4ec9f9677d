import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownersCall } from './call.ts';
import { CONFIG } from './parts.fixture.ts';

test('the seconds to wait are those of the answer, or a minute if it names none or a date', async () => {
  for (const [named, seconds] of [
    [{ 'Retry-After': '7' }, 7],
    [{}, 60],
    // RFC 9110 section 10.2.3: a gateway in front of the server may answer so.
    [{ 'Retry-After': 'Sat, 21 Nov 2026 10:01:00 GMT' }, 60],
  ] as const) {
    const headers = new Headers(named);
    const ask = async () => new Response('busy', { status: 429, headers });
    const call = ownersCall({ ask, config: CONFIG });
    assert.deepEqual(await call('POST', 'a'), { status: 429, text: 'busy', seconds });
  }
});
