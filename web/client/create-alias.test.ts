import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AliasRow } from './alias-row.ts';
import { CallFailed } from './call-failed.ts';
import { createAlias } from './create-alias.ts';

const JANE = 'jane@home.example';

const taken = (column: string) =>
  new CallFailed('insert', 409, '23505', `Key (${column})=(${JANE}) already exists.`);

const row = (real_email: string, alias_email: string): AliasRow => ({
  id: '1',
  real_email,
  alias_email,
  active: true,
  created_at: '2026-11-21T09:00:00Z',
});

/** Creates over calls with given answers; candidates are alias-1, alias-2 and so on. */
async function create(answers: {
  exists?: (boolean | Error)[];
  insert?: Error[];
  confirmed?: boolean;
}) {
  let drawn = 0;
  const logged: unknown[] = [];
  const exists = [...(answers.exists ?? [])];
  const insert = [...(answers.insert ?? [])];
  const creation = await createAlias(JANE, {
    draw: () => `alias-${++drawn}`,
    confirmed: answers.confirmed ?? false,
    log: (error) => logged.push(error),
    table: {
      exists: () => {
        const answer = exists.shift() ?? false;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      insert: (owner, alias) => {
        const error = insert.shift();
        return error ? Promise.reject(error) : Promise.resolve(row(owner, alias));
      },
    },
  });
  return { creation, drawn, logged };
}

test('a taken name costs one of ten attempts, whether the check or the insert finds it', async () => {
  const { creation } = await create({
    exists: [true, false, true],
    insert: [taken('alias_email')],
  });
  assert.deepEqual(creation, { kind: 'created', alias: row(JANE, 'alias-4') });
});

/** Under row level policies PostgreSQL gives the index, and no details. */
const takenIndex = (index: string) =>
  new CallFailed('insert', 409, '23505', '', `duplicate key violates unique constraint "${index}"`);

test('on Supabase the name of the index tells which column was taken', async () => {
  const { creation } = await create({ insert: [takenIndex('aliases_alias_email')] });
  assert.deepEqual(creation, { kind: 'created', alias: row(JANE, 'alias-2') });
  const { creation: second } = await create({ insert: [takenIndex('aliases_free_plan')] });
  assert.deepEqual(second, { kind: 'addressTaken', hidden: false });
});

test('after ten attempts the creation gives up', async () => {
  const nine = Array.from({ length: 9 }, () => true);
  assert.equal((await create({ exists: nine })).creation.kind, 'created');
  const { creation, drawn } = await create({ exists: [...nine, true] });
  assert.deepEqual(creation, { kind: 'noUniqueName' });
  assert.equal(drawn, 10);
});

test('a check that fails is logged and counts as free: the insert decides', async () => {
  const { creation, logged } = await create({ exists: [new CallFailed('check', 500, '', '')] });
  assert.equal(creation.kind, 'created');
  assert.equal(logged.length, 1);
});

test('an address that already has an alias is distinguished from every other failure', async () => {
  for (const confirmed of [false, true]) {
    assert.deepEqual((await create({ insert: [taken('real_email')], confirmed })).creation, {
      kind: 'addressTaken',
      hidden: confirmed,
    });
  }
  for (const [error, trouble] of [
    [new CallFailed('insert', 0, '', ''), 'unreachable'],
    [new CallFailed('insert', 503, 'PGRST001', ''), 'unreachable'],
    [new CallFailed('insert', 429, 'rate_limited', ''), 'busy'],
    [new CallFailed('insert', 400, '23514', ''), 'unacceptable'],
    [new CallFailed('insert', 500, '', ''), undefined],
    [new Error('odd'), undefined],
  ] as const) {
    const { creation, logged } = await create({ insert: [error] });
    assert.deepEqual(creation, { kind: 'failed', trouble });
    assert.deepEqual(logged, [error]);
  }
});
