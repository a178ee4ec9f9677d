/** At which names the TLSA records of a server are looked up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeDns } from '#support/zone-resolver.ts';
import { serverTlsa } from './tlsa.ts';

test('an unproven answer without addresses does not switch DANE off: addresses are signed in the other family', async () => {
  const record = { usage: 3, selector: 1, matching: 1, data: Buffer.alloc(32) };
  const { resolve } = fakeDns({
    'a.test': { A: ['192.0.2.1'], secure: true },
    '_25._tcp.a.test': { TLSA: [record], secure: true },
  });
  const none = { kind: 'no-data', ttl: 300, secure: false } as const;
  const found = await serverTlsa('a.test', [none, await resolve('a.test', 'A')], resolve);
  assert.deepEqual(found, { base: 'a.test', records: [record] });
});
