/** One script cannot take all names of a Supabase project. */

import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { LIMITS } from '#api/limits/limits.ts';
import { addressBlocks, NETWORK_TIMES, SITE_TIMES } from '#rules/address-block.ts';
import { supabaseProject } from './supabase.ts';
import { type Answer, told, SupabaseScreen } from './supabase-visitor.ts';

const project = await supabaseProject(after);
const { sql } = project;
const screen = new SupabaseScreen(project);

const TOO_MANY = 'PT429';
const CLOUDFLARE = 'cf-connecting-ip';
let number = 1000;

/** Makes an alias for an unused address. */
function make(headers: Record<string, unknown>): Promise<Answer> {
  number += 1;
  const real = `real${number}@example.org`;
  return screen.make({ names: real, headers }, real, `alias-${number}@a.test`);
}

async function made(count: number, headers: (i: number) => Record<string, unknown>) {
  for (let i = 0; i < count; i += 1) {
    const answer = await make(headers(i));
    assert.ok(Array.isArray(answer), `number ${i}: ${told(answer)}`);
  }
}

const from = (address: string) => ({ [CLOUDFLARE]: address });
const [hour, day] = LIMITS.create;
assert.ok(hour && day);

const figures =
  await sql`SELECT seconds, block, scarce, divisor, "least" FROM private.creation_limits ORDER BY seconds`;
// Tests must not run at the end of an hour: these hours end in 2033.
const HOUR = 2_000_000_000;
const DAY = HOUR + 1;
await sql`UPDATE private.creation_limits SET seconds = CASE seconds WHEN 3600 THEN ${HOUR}::integer ELSE ${DAY}::integer END`;

const reset = async () => {
  number = 1000;
  await sql`DELETE FROM aliases`;
  await sql`TRUNCATE private.creations, private.retired_names, private.alias_states`;
  await sql`UPDATE private.alias_domains SET first_number = 1000, last_number = 99999`;
  await sql`UPDATE private.client_address SET header = ${CLOUDFLARE}, proxies = 1`;
};

describe('the limits of new aliases on Supabase', () => {
  beforeEach(reset);

  test('the limits equal those of our own server', async () => {
    assert.equal(figures.length, LIMITS.create.length);
    for (const [i, limit] of LIMITS.create.entries()) {
      const { divisor, least, ...row } = figures[i] ?? {};
      assert.deepEqual(row, { seconds: limit.seconds, block: limit.block, scarce: limit.scarce });
      for (const left of [0, 9000, 1_000_000]) {
        const most = Math.max(Number(least), Math.floor(left / Number(divisor)));
        assert.equal(most, limit.all({ left, total: 9000 }));
      }
    }
  });

  test('an address counts for the same blocks as on our own server', async () => {
    for (const address of ['192.0.2.77', '2001:db8:12:34ff::1', '2001:db8:12:3400:1:2:3:4']) {
      const { block, site, network } = addressBlocks(address);
      const expected = new Map([
        [block, 1],
        ...(site === block ? [] : [[site, SITE_TIMES] as const]),
        [network, NETWORK_TIMES],
      ]);
      const rows = await sql`SELECT * FROM private.makers(${address})`;
      assert.deepEqual(new Map(rows.map(({ maker, times }) => [maker, times])), expected);
    }
  });

  test('one block has its limit in an hour; others continue, and so does the block in the next hour', async () => {
    await made(hour.block, (i) => from(`192.0.2.${i}`));
    assert.equal(await make(from('192.0.2.200')), TOO_MANY);
    await made(1, () => from('198.51.100.1'));
    await sql`UPDATE private.creations SET began = began - 1 WHERE seconds = ${HOUR}`;
    await made(1, () => from('192.0.2.1'));
    const kept = await sql`SELECT DISTINCT began FROM private.creations WHERE seconds = ${HOUR}`;
    assert.equal(kept.length, 1, 'a window that is over is forgotten');
  });

  test('one block has its limit in a day', async () => {
    await made(1, () => from('192.0.2.1'));
    await sql`
      UPDATE private.creations SET made = ${day.block}
      WHERE seconds = ${DAY} AND maker = '192.0.2.0/24'`;
    assert.equal(await make(from('192.0.2.1')), TOO_MANY);
  });

  test('a provider with many blocks has ten times as many', async () => {
    await sql`UPDATE private.creation_limits SET block = 2`;
    try {
      await made(2 * NETWORK_TIMES, (i) => from(`192.0.${i}.1`));
      assert.equal(await make(from('192.0.100.1')), TOO_MANY);
      await made(2 * SITE_TIMES, (i) => from(`2001:db8:1:${i}00::1`));
      assert.equal(await make(from('2001:db8:1:ff00::1')), TOO_MANY);
    } finally {
      await sql`UPDATE private.creation_limits SET block = ${hour.block} WHERE seconds = ${HOUR}`;
      await sql`UPDATE private.creation_limits SET block = ${day.block} WHERE seconds = ${DAY}`;
    }
  });

  test('all together use up a part of the names, and after half of it each block has one', async () => {
    await sql`UPDATE private.alias_domains SET first_number = 1000, last_number = 1399`;
    // A twentieth of 400.
    const most = 20;
    await made(10, () => from('192.0.2.1'));
    assert.equal(await make(from('192.0.2.1')), TOO_MANY);
    await made(most - 10, (i) => from(`10.${i}.0.1`));
    assert.equal(await make(from('172.16.0.1')), TOO_MANY);
  });

  test('a request that fails uses up nothing', async () => {
    await made(1, () => from('192.0.2.1'));
    for (let i = 0; i < hour.block; i += 1) {
      number = 1000;
      assert.equal(await make(from('192.0.2.1')), '23505');
    }
    const counts = await sql`SELECT DISTINCT made FROM private.creations`;
    assert.deepEqual([...counts], [{ made: 1 }]);
  });

  test('many at once are counted one by one', async () => {
    await made(hour.block - 5, () => from('192.0.2.1'));
    const answers = await Promise.all(Array.from({ length: 15 }, () => make(from('192.0.2.9'))));
    assert.equal(answers.filter((answer) => Array.isArray(answer)).length, 5);
  });

  test('the mail engine and the operator are not counted', async () => {
    await sql`INSERT INTO aliases (real_email, alias_email) VALUES ('o@example.org', 'alias-1@a.test')`;
    assert.equal((await sql`SELECT 1 FROM private.creations`).length, 0);
  });
});

describe('the client of a request on Supabase', () => {
  beforeEach(reset);

  const clientOf = (headers: Record<string, unknown>) =>
    sql.begin(async (as) => {
      await as`SELECT set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      const [row] = await as`SELECT host(private.client_address()) AS address`;
      return row?.address;
    });
  const XFF = 'x-forwarded-for';

  test('Cloudflare names it, whatever the visitor puts into X-Forwarded-For', async () => {
    assert.equal(
      await clientOf({ [CLOUDFLARE]: '192.0.2.1', [XFF]: '10.0.0.1, 10.0.0.2' }),
      '192.0.2.1',
    );
  });

  test('otherwise the end of X-Forwarded-For names it, as far as our proxies go', async () => {
    const forwarded = { [XFF]: '203.0.113.7, 192.0.2.1 ,10.0.0.1' };
    assert.equal(await clientOf(forwarded), '10.0.0.1');
    await sql`UPDATE private.client_address SET header = ${XFF}, proxies = 2`;
    assert.equal(await clientOf({ ...forwarded, [CLOUDFLARE]: '203.0.113.99' }), '192.0.2.1');
    await sql`UPDATE private.client_address SET proxies = 9`;
    assert.equal(await clientOf(forwarded), '203.0.113.7');
  });

  test('an IPv4 address in IPv6 is the IPv4 address', async () => {
    assert.equal(await clientOf(from('::ffff:192.0.2.1')), '192.0.2.1');
  });

  test('all clients without an address are counted together', async () => {
    const nobodies = [
      {},
      from(''),
      from('a'),
      from('192.0.2'),
      from('192.0.2.1:80'),
      from('x'.repeat(10_000)),
    ];
    for (const headers of nobodies) assert.equal(await clientOf(headers), null);
    await made(hour.block, (i) => nobodies[i % nobodies.length] ?? {});
    assert.equal(await make({}), TOO_MANY);
  });
});

describe('valid names and addresses on Supabase', () => {
  beforeEach(reset);

  const attempt = (real: string, alias: string) => screen.make({ names: real }, real, alias);

  test('the numbers of an alias lie in the range of its domain', async () => {
    await sql`UPDATE private.alias_domains SET first_number = 1000, last_number = 9999`;
    for (const [i, digits] of ['1000', '9999'].entries()) {
      assert.ok(Array.isArray(await attempt(`in${i}@example.org`, `alias-${digits}@a.test`)));
    }
    for (const digits of ['999', '10000', '1', '999999999', '9999999999', '99999999999999999999']) {
      assert.equal(await attempt('out@example.org', `alias-${digits}@a.test`), '42501', digits);
    }
  });

  test('an address that would route back to us is not a real address', async () => {
    for (const host of ['a.test', 'mx.a.test', 'b.a.test', 'x.b.a.test']) {
      assert.equal(await attempt(`jane@${host}`, 'alias-1234@a.test'), '42501', host);
    }
    for (const [i, host] of ['c.a.test', 'xb.a.test', 'a.test.example', 'aba.test'].entries()) {
      assert.ok(Array.isArray(await attempt(`jane@${host}`, `alias-${1100 + i}@a.test`)), host);
    }
  });
});
