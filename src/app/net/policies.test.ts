import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeDns } from '#support/zone-resolver.ts';
import { guarded } from '#network/guarded-way.ts';
import { lookUpBy } from './policies.ts';

test('a policy host is looked up in our DNS, and not reached at a private address', async () => {
  const { resolve, questions } = fakeDns({ 'mta-sts.mailbox.test': { A: ['10.0.0.1'] } });
  const fetch = guarded({ lookup: lookUpBy(resolve) });
  const address = 'https://mta-sts.mailbox.test/.well-known/mta-sts.txt';
  await assert.rejects(fetch(address, {}), { name: 'ForbiddenAddress' });
  assert.deepEqual(questions, ['A mta-sts.mailbox.test', 'AAAA mta-sts.mailbox.test']);
  await assert.rejects(fetch('https://mta-sts.gone.test/', {}), /the host has no address/);
  const both = fakeDns({ 'a.test': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] } });
  assert.deepEqual(await lookUpBy(both.resolve)('a.test'), [
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});
