import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres, { type TransactionSql } from 'postgres';
import { supabaseProject } from './supabase.ts';
import { one } from './supabase-owned.ts';
import { SupabaseScreen } from './supabase-visitor.ts';

const project = await supabaseProject(after);
const { sql } = project;
const screen = new SupabaseScreen(project);

const PERMISSION = '42501';
const CHECK = '23514';
const CANARY = 'canary@example.org';
const canary = one(await screen.make({ names: CANARY }, CANARY, 'alias-1234@a.test'));

// Switching, and the check of a candidate: supabase-ownership.test.ts.
describe('the screen on Supabase', () => {
  test('call 1: a visitor gets an alias, and the row back', async () => {
    const real = 'one@example.org';
    const row = one(await screen.make({ names: 'One@Example.org' }, real, 'alias-1001@a.test'));
    const columns = ['id', 'real_email', 'alias_email', 'active', 'created_at'];
    assert.deepEqual(Object.keys(row), columns);
    assert.equal(row.active, true);
  });

  test('call 2: a visitor finds the alias of their address, in any case of its letters', async () => {
    assert.deepEqual(await screen.look({ names: ' Canary@Example.ORG' }, CANARY), [canary]);
  });

  test('an address that does not fit in a header is percent-encoded, one with a % unchanged', async () => {
    for (const [i, real] of ['jörg@münchen.example', '100%41@example.org'].entries()) {
      const names = /^[!-~]+$/.test(real) ? real : encodeURIComponent(real);
      const row = one(await screen.make({ names }, real, `alias-${1200 + i}@a.test`));
      assert.equal(row.real_email, real);
      const seen = (as: TransactionSql) => as`SELECT id FROM aliases`;
      assert.deepEqual(await screen.ask({ names }, seen), [{ id: row.id }]);
    }
  });

  test('the taken column is known by the name of the index alone, which the screen reads', async () => {
    for (const [real_email, alias_email, index] of [
      ['two@example.org', 'alias-1234@a.test', 'aliases_alias_email'],
      [CANARY, 'alias-1235@a.test', 'aliases_free_plan'],
    ] as const) {
      const insert = project.request(
        { headers: { 'x-real-email': real_email } },
        (as) => as`INSERT INTO aliases ${as({ real_email, alias_email })}`,
      );
      await assert.rejects(insert, (error) => {
        assert.ok(error instanceof postgres.PostgresError);
        assert.equal(error.message, `duplicate key value violates unique constraint "${index}"`);
        return error.code === '23505' && error.detail === undefined;
      });
    }
  });
});

describe('attacks on Supabase', () => {
  for (const role of ['anon', 'authenticated']) {
    test(`without the right header ${role} sees and switches nothing`, async () => {
      for (const names of [undefined, '', 'x@y.z', '%', null]) {
        const work = async (as: TransactionSql) => {
          const seen = (await as`SELECT * FROM aliases`).length;
          const off = (await as`UPDATE aliases SET active = false WHERE id = ${canary.id}`).count;
          return [{ seen, off, gone: (await as`DELETE FROM aliases`).count }];
        };
        const headers = names === undefined ? {} : { 'x-real-email': names };
        const rows = await screen.ask({ headers, claims: { role } }, work);
        assert.deepEqual(rows, [{ seen: 0, off: 0, gone: 0 }], JSON.stringify(headers));
      }
    });
  }

  test('an alias for another person or of a foreign domain, an inactive one, and an invalid address or alias are rejected', async () => {
    const [real, alias] = ['other@example.org', 'alias-3001@a.test'];
    const invalid = [CHECK, PERMISSION];
    const inserts: [names: string | undefined, real: string, alias: string, codes: string[]][] = [
      ['x@y.z', real, alias, [PERMISSION]],
      [undefined, real, alias, [PERMISSION]],
      [real, real, 'alias-3001@elsewhere.test', [PERMISSION]],
      ['alias-1234@a.test', 'alias-1234@a.test', alias, [PERMISSION]],
      [real, 'Other@example.org', alias, invalid],
    ];
    for (const wrong of [
      'a b@c.d',
      'a\r\n@b.c',
      'a\u0085@b.c',
      'nobody',
      `${'x'.repeat(250)}@b.cd`,
    ]) {
      inserts.push([wrong, wrong, alias, invalid]);
    }
    for (const wrong of [
      'alias-0123@a.test',
      'root@a.test',
      'alias-1@a@a.test',
      'alias-1@a.test\n',
    ]) {
      inserts.push([real, real, wrong, invalid]);
    }
    for (const [names, ...row] of inserts) {
      const [real_email, alias_email, codes] = row;
      const answer = await screen.make({ names }, real_email, alias_email);
      assert.ok(typeof answer === 'string' && codes.includes(answer), JSON.stringify(row));
    }
    const inactive = (as: TransactionSql) =>
      as`INSERT INTO aliases ${as({ real_email: real, alias_email: alias, active: false })}`;
    assert.equal(await screen.ask({ names: real }, inactive), PERMISSION);
  });

  test('after all attacks the canary is unchanged', async () => {
    assert.deepEqual([...(await sql`SELECT * FROM aliases WHERE id = ${canary.id}`)], [canary]);
  });
});
