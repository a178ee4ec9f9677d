import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres, { type TransactionSql } from 'postgres';
import { supabaseProject } from './supabase.ts';

const project = await supabaseProject(after);
const { sql } = project;

type Work<Rows> = (transaction: TransactionSql) => Promise<Rows>;

const request = <Rows>(headers: Record<string, unknown>, work: Work<Rows>, role = 'anon') =>
  project.request({ headers, claims: { role } }, work);

const speakingFor = (real: string) => ({ 'x-real-email': real });
const insert = (
  real: string,
  alias: string,
  headers: Record<string, unknown> = speakingFor(real),
) =>
  request(
    headers,
    (as) =>
      as`INSERT INTO aliases (real_email, alias_email, active) VALUES (${real}, ${alias}, true) RETURNING *`,
  );
const refused = (work: Promise<unknown>, ...codes: string[]) =>
  assert.rejects(
    work,
    (error) => error instanceof postgres.PostgresError && codes.includes(error.code),
  );

const PERMISSION = '42501';
const CHECK = '23514';
const UNIQUE = '23505';
const [canary] = await insert('canary@example.org', 'alias-1234@a.test');

describe('the screen on Supabase', () => {
  test('call 1: a visitor gets an alias, and the row back', async () => {
    const [row] = await insert(
      'one@example.org',
      'alias-1001@a.test',
      speakingFor('One@Example.org'),
    );
    assert.deepEqual(Object.keys(row ?? {}), [
      'id',
      'real_email',
      'alias_email',
      'active',
      'created_at',
    ]);
    assert.equal(row?.active, true);
  });

  test('call 2: a visitor finds the alias of their address, in any case of its letters', async () => {
    const find = (as: TransactionSql) =>
      as`SELECT * FROM aliases WHERE real_email = 'canary@example.org' ORDER BY created_at DESC`;
    assert.deepEqual([...(await request(speakingFor(' Canary@Example.ORG'), find))], [canary]);
  });

  test('an address that does not fit in a header is percent-encoded, one with a % unchanged', async () => {
    for (const [i, real] of ['jörg@münchen.example', '100%41@example.org'].entries()) {
      const header = /^[!-~]+$/.test(real) ? real : encodeURIComponent(real);
      const [row] = await insert(real, `alias-${1200 + i}@a.test`, speakingFor(header));
      assert.equal(row?.real_email, real);
      const seen = (as: TransactionSql) => as`SELECT id FROM aliases`;
      assert.deepEqual([...(await request(speakingFor(header), seen))], [{ id: row?.id }]);
    }
  });

  test('call 3: a visitor switches it off and on', async () => {
    const toggle = (active: boolean) => (as: TransactionSql) =>
      as`UPDATE aliases SET active = ${active} WHERE id = ${canary?.id} RETURNING active`;
    const headers = speakingFor('canary@example.org');
    assert.deepEqual([...(await request(headers, toggle(false)))], [{ active: false }]);
    assert.deepEqual([...(await request(headers, toggle(true)))], [{ active: true }]);
  });

  test('call 4: another visitor’s candidate looks free, and the insert then gives 23505', async () => {
    const rows = await request(
      speakingFor('two@example.org'),
      (as) => as`SELECT id FROM aliases WHERE alias_email = 'alias-1234@a.test'`,
    );
    assert.equal(rows.length, 0);
    await refused(insert('two@example.org', 'alias-1234@a.test'), UNIQUE);
  });

  test('the taken column is known by the name of the index alone, which the screen reads', async () => {
    for (const [real, alias, index] of [
      ['two@example.org', 'alias-1234@a.test', 'aliases_alias_email'],
      ['canary@example.org', 'alias-1235@a.test', 'aliases_free_plan'],
    ] as const) {
      const error = await insert(real, alias).catch((reason: unknown) => reason);
      assert.ok(error instanceof postgres.PostgresError);
      assert.equal(error.message, `duplicate key value violates unique constraint "${index}"`);
      assert.equal(error.detail, undefined);
    }
  });

  test('one alias per address, also of 50 inserts at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => insert('many@example.org', `alias-${2000 + i}@a.test`)),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  });
});

describe('attacks on Supabase', () => {
  for (const role of ['anon', 'authenticated']) {
    test(`without the right header ${role} sees and switches nothing`, async () => {
      for (const headers of [
        {},
        speakingFor(''),
        speakingFor('x@y.z'),
        speakingFor('%'),
        { 'x-real-email': null },
      ]) {
        const work: Work<number[]> = async (as) => [
          (await as`SELECT * FROM aliases`).length,
          (await as`UPDATE aliases SET active = false WHERE id = ${canary?.id}`).count,
          (await as`DELETE FROM aliases`).count,
        ];
        assert.deepEqual(await request(headers, work, role), [0, 0, 0], JSON.stringify(headers));
      }
    });
  }

  test('no one adds an alias for another person, or an inactive one', async () => {
    await refused(
      insert('other@example.org', 'alias-3001@a.test', speakingFor('x@y.z')),
      PERMISSION,
    );
    await refused(insert('other@example.org', 'alias-3001@a.test', {}), PERMISSION);
    const inactive = (as: TransactionSql) =>
      as`INSERT INTO aliases (real_email, alias_email, active) VALUES ('o@e.org', 'alias-3001@a.test', false)`;
    await refused(request(speakingFor('o@e.org'), inactive), PERMISSION);
  });

  test('a foreign domain is rejected for an alias, and one of our aliases is rejected as a real address', async () => {
    await refused(insert('other@example.org', 'alias-3001@elsewhere.test'), PERMISSION);
    await refused(insert('alias-1234@a.test', 'alias-3001@a.test'), PERMISSION);
    await refused(insert('someone@a.test', 'alias-3001@a.test'), PERMISSION);
  });

  test('the checks refuse an invalid address or alias', async () => {
    for (const real of [
      'a b@c.d',
      'a\r\n@b.c',
      'a\u0085@b.c',
      'nobody',
      `${'x'.repeat(250)}@b.cd`,
    ]) {
      await refused(insert(real, 'alias-3001@a.test'), CHECK, PERMISSION);
    }
    for (const alias of [
      'alias-0123@a.test',
      'root@a.test',
      'alias-1@a@a.test',
      'alias-1@a.test\n',
    ]) {
      await refused(insert('other@example.org', alias), CHECK, PERMISSION);
    }
    await refused(
      insert('Other@example.org', 'alias-3001@a.test', speakingFor('other@example.org')),
      CHECK,
      PERMISSION,
    );
  });

  test('after all attacks the canary is unchanged', async () => {
    assert.deepEqual([...(await sql`SELECT * FROM aliases WHERE id = ${canary?.id}`)], [canary]);
  });
});
