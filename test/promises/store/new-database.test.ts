import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { Fault } from '#app/config/fault.ts';
import { browserAt } from '#support/owners-key.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { systemClock } from '#time/clock.ts';
import { veilpostHere } from '#support/veilpost-command.ts';

/** A real next hop; these tests send no mail. */
const REAL_NEXT_HOP = { NEXT_HOP: 'smtp://127.0.0.1:1' };

/** The node makes a database only if its settings say so. */
const asConfigured = (t: TestContext, environment: Record<string, string>) =>
  nodeInProcess(t, environment, systemClock, false);

const withPassword = async (name: string) => {
  const url = new URL(await postgresDatabase(name));
  url.password = 'geheim';
  return { DATABASE_URL: url.href, shown: `${url.host}/${name}` };
};

for (const { kind, database } of [
  {
    kind: 'the embedded store',
    database: async () => {
      const shown = `${tempFolder(after)}/data/veilpost.sqlite`;
      return { DATABASE_URL: `sqlite:${shown}`, shown };
    },
  },
  { kind: 'PostgreSQL', database: async () => withPassword('new_fresh') },
]) {
  describe(`a missing database: ${kind}`, () => {
    test('with a real next hop the start ends with one sentence that names it and the command, and creates nothing', async (t) => {
      const { DATABASE_URL, shown } = await database();
      const environment = { ...REAL_NEXT_HOP, DATABASE_URL };
      const folder = tempFolder(after);
      for (const _ of ['first', 'again']) {
        await assert.rejects(asConfigured(t, environment), (error) => {
          assert.ok(error instanceof Fault, String(error));
          const { message, exitCode } = error;
          assert.match(message, /^DATABASE_URL: Database not found at .+npx veilpost init\.$/);
          assert.ok(message.includes(` ${shown} (`), message);
          assert.doesNotMatch(message, /geheim/);
          return exitCode === 78;
        });
      }

      const made = await veilpostHere(folder, ['init'], environment);
      assert.deepEqual(made, { code: 0, out: `A new database was made: ${shown}.\n`, err: '' });
      const again = await veilpostHere(folder, ['init'], environment);
      assert.deepEqual(again, { code: 0, out: 'The database already exists.\n', err: '' });
      const { running, logged } = await asConfigured(t, environment);
      await running.close();
      assert.doesNotMatch(logged.join(''), /there was no database/);
    });
  });
}

test('a database that is created at the start is a warning with its address, and no password', async (t) => {
  const shown = `${tempFolder(after)}/data/veilpost.sqlite`;
  for (const { DATABASE_URL, shown: place } of [
    { DATABASE_URL: `sqlite:${shown}`, shown },
    await withPassword('new_warned'),
  ]) {
    const { running, logged } = await asConfigured(t, { DATABASE_URL });
    await running.close();
    const lines = logged.filter((line) => line.includes('database not found'));
    assert.equal(lines.length, 1);
    const { level, database } = JSON.parse(lines[0] ?? '');
    assert.deepEqual([level, database], ['warn', place]);
    assert.doesNotMatch(logged.join(''), /geheim/);
  }
});

test('a restore into a new database, and a move into one, are intended', async () => {
  const folder = tempFolder(after);
  const from = { ...REAL_NEXT_HOP, DATABASE_URL: 'sqlite:./data/veilpost.sqlite' };
  assert.equal((await veilpostHere(folder, ['init'], from)).code, 0);
  assert.equal((await veilpostHere(folder, ['backup', 'copy'], from)).code, 0);
  const to = { ...REAL_NEXT_HOP, DATABASE_URL: 'sqlite:./other/veilpost.sqlite' };
  assert.equal((await veilpostHere(folder, ['restore', 'copy'], to)).code, 0);
  const moved = await veilpostHere(
    folder,
    ['migrate-to', await postgresDatabase('new_moved')],
    from,
  );
  assert.equal(moved.code, 0, moved.err);
  // A database that is only read must exist: an empty file is not a database.
  writeFileSync(`${folder}/empty.sqlite`, '');
  const empty = { DATABASE_URL: 'sqlite:./empty.sqlite' };
  const read = await veilpostHere(folder, ['backup', 'x'], empty);
  assert.match(read.err, /^Database file .*empty.* does not exist/);
});

test('before the first alias exists mail to unknown aliases is deferred, after that it is rejected', async (t) => {
  const urls = [`sqlite:${tempFolder(after)}/empty.sqlite`, await postgresDatabase('new_empty')];
  for (const DATABASE_URL of urls) {
    const { running } = await nodeInProcess(t, { DATABASE_URL });
    t.after(() => running.close());
    const { http, smtpPort } = addressesOf(running);
    const client = await SmtpClient.greeted(smtpPort);
    after(() => client.destroy());
    const rcpt = (to: string) =>
      client.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`);
    for (let often = 0; often < 10; often += 1) {
      assert.match(await rcpt('alias-4827@alias.localhost'), /^451 4\.3\.0 /);
    }
    assert.match(await rcpt('bob@alias.localhost'), /^550 5\.1\.1 /);

    const row = { real_email: 'jane@home.example', alias_email: 'alias-1000@alias.localhost' };
    const made = await browserAt(http).call('POST', '/rest/v1/aliases', row);
    assert.equal(made.status, 201);
    assert.match(await rcpt('alias-4827@alias.localhost'), /^550 5\.1\.1 /);
    if (!DATABASE_URL.startsWith('postgres')) continue;
    // An emptied table is as suspicious as a lost one.
    const sql = postgres(DATABASE_URL, { max: 1 });
    await sql`TRUNCATE aliases`;
    await sql.end();
    const next = await nodeInProcess(t, { DATABASE_URL });
    t.after(() => next.running.close());
    const other = await SmtpClient.greeted(next.running.smtpPort);
    after(() => other.destroy());
    const heard = await other.sayAll(
      'MAIL FROM:<a@b.example>',
      'RCPT TO:<alias-1000@alias.localhost>',
    );
    assert.match(heard, /^451 4\.3\.0 /);
  }
});
