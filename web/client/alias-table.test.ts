import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAliasTable } from './alias-table.ts';

const JANE = 'jane@home.example';

const ROW = {
  id: '1',
  real_email: JANE,
  alias_email: 'alias-4827@veilpost.example',
  active: true,
  created_at: '2026-11-21T09:00:00+00:00',
};

/** The four calls under an answer; an error: none came. */
const under = (answer: Response | Error) =>
  createAliasTable({ url: 'http://veilpost.test' }, () =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  );

const INTERNAL = { code: 'XX000', message: `of ${JANE}`, details: `Key (real_email)=(${JANE})` };

/** Answers without a usable row, and the end of the log line about each. */
const ODD: [name: string, answer: () => Response | Error, logged: string][] = [
  ['a failure', () => Response.json(INTERNAL, { status: 500 }), 'status 500 XX000'],
  ['no answer', () => new TypeError('Failed to fetch'), 'no answer'],
  ['an empty object', () => Response.json({}), 'status 200 no row'],
  ['a list with an empty row', () => Response.json([{}]), 'status 200 no row'],
];

const NOTHING: typeof ODD = [
  ['nothing', () => new Response(null, { status: 204 }), 'status 200 no row'],
  ['an empty list', () => Response.json([]), 'status 200 no row'],
];

type Table = ReturnType<typeof under>;

for (const [call, run, odd] of [
  ['look-up', (table: Table) => table.newestOf(JANE), ODD],
  ['insert', (table: Table) => table.insert(JANE, ROW.alias_email), [...ODD, ...NOTHING]],
  ['update', (table: Table) => table.setActive(ROW, false), [...ODD, ...NOTHING]],
] as const) {
  for (const [name, answer, logged] of odd) {
    test(`${call}: ${name} is not a row, and the log holds no address`, async () => {
      const message = `${call} failed: ${logged}`;
      await assert.rejects(async () => run(under(answer())), { name: 'CallFailed', message });
    });
  }
}

test('an address without an alias has an empty list; of several rows the newest is used', async () => {
  assert.equal(await under(Response.json([])).newestOf(JANE), undefined);
  const older = { ...ROW, id: '2', created_at: '2026-11-20T09:00:00+00:00' };
  assert.deepEqual(await under(Response.json([older, ROW])).newestOf(JANE), ROW);
});

test('a name is free if the answer is PGRST116 or empty, and taken if a row comes', async () => {
  const exists = (body: unknown, status = 200) =>
    under(Response.json(body, { status })).exists(ROW.alias_email, JANE);
  assert.equal(await exists({ code: 'PGRST116', message: 'no row' }, 406), false);
  assert.equal(await exists([]), false);
  assert.equal(await exists({ id: 'somebody' }), true);
  await assert.rejects(exists(INTERNAL, 500), {
    message: 'existence check failed: status 500 XX000',
  });
});
