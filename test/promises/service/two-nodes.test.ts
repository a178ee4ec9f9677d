import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Alias } from '#store/store.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SmtpClient } from '#support/smtp-client.ts';

/** The part of a node that this test uses; both create their shared database at once. */
async function node({ http, smtpPort }: ReturnType<typeof addressesOf>) {
  const key = /"key":"([^"]+)"/.exec(await (await fetch(http)).text())?.[1] ?? '';
  const headers = {
    apikey: key,
    'Content-Type': 'application/json',
    Prefer: 'return=representation',
  };
  return {
    key,
    call: (method: string, query: string, body: object) =>
      fetch(`${http}/rest/v1/aliases${query}`, { method, headers, body: JSON.stringify(body) }),
    client: () => SmtpClient.greeted(smtpPort),
  };
}

const row = (real_email: string, number: number) => ({
  real_email,
  alias_email: `alias-${number}@alias.localhost`,
  active: true,
});

test('two nodes serve one PostgreSQL as one service', async (t) => {
  const DATABASE_URL = await postgresDatabase('two_nodes');
  const start = async () => {
    const { running } = await nodeInProcess(t, { DATABASE_URL });
    t.after(() => running.close());
    return node(addressesOf(running));
  };
  const [one, two] = await Promise.all([start(), start()]);
  assert.equal(one.key, two.key);

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? one : two).call('POST', '', row('jane@home.example', 1000 + i)),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([201, 409]));
  const created = answers.filter(({ status }) => status === 201);
  assert.equal(created.length, 1, 'one alias for one address');
  const same = await Promise.all(
    [one, two].map((side, i) => side.call('POST', '', row(`john${i}@home.example`, 2000))),
  );
  const kinds = new Set(same.map(({ status }) => status));
  assert.deepEqual(kinds, new Set([201, 409]), 'one owner of a name');

  const [alias]: Alias[] = JSON.parse((await created[0]?.text()) ?? '[]');
  assert.ok(alias);
  const client = await two.client();
  const recipient = () =>
    client.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${alias.alias_email}>`);
  assert.match(await recipient(), /^250 /);
  const off = await one.call('PATCH', `?id=eq.${alias.id}`, { active: false });
  assert.equal(off.status, 200);
  // The other node has it in its cache for a second (`several-nodes.test.ts`); the run's time limit ends an endless wait.
  while ((await recipient()).startsWith('250 ')) await pause(50);
  client.destroy();
});
