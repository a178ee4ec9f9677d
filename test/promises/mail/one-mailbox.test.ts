import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand, letter } from '#support/forwarding.ts';
import { addressesOf, serviceInProcess } from '#support/service-in-process.ts';

const headers = { apikey: 'public-anonymous-key', 'content-type': 'application/json' };

test('one mailbox gets one alias, in every spelling of its domain, and mail without SMTPUTF8', async (t) => {
  const hop = await FakeNextHop.start({ extensions: ['PIPELINING', '8BITMIME'] });
  t.after(() => hop.close());
  const service = await serviceInProcess(t, {
    ANON_KEY: headers.apikey,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
  });
  const { http } = addressesOf(service.running);
  const create = async (real_email: string, number: number) => {
    const alias_email = `alias-${number}@alias.localhost`;
    const body = JSON.stringify({ real_email, alias_email, active: true });
    return (await fetch(`${http}/rest/v1/aliases`, { method: 'POST', headers, body })).status;
  };
  const written = ['jane@exämple.test', 'jane@exa\u0308mple.test', 'jane@xn--exmple-cua.test'];
  const statuses = await Promise.all(written.map((real, i) => create(real, 4000 + i)));
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  const alias = `alias-${4000 + statuses.indexOf(201)}@alias.localhost`;
  assert.match(await hand(await service.client(), [alias], letter('x')), /^250 /);
  assert.deepEqual(
    hop.messages.map(({ recipients }) => recipients),
    [['<jane@xn--exmple-cua.test>']],
  );
});
