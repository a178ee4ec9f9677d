/** Every Store's promises, as tests; each implementation runs them against its own database. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { ledgerContract } from './ledger.contract.ts';
import { stsPoliciesContract } from './policies/sts-policies.contract.ts';
import { settingsContract } from './settings.contract.ts';
import { type Store, StoreUnavailable } from './store.ts';

/** A clock that the tests set. */
export type SetClock = { time: number };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOBODY = '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11';

/**
 * Declares the tests.
 * @param open a Store on the same database at each call, empty at first, with the given clock
 */
export function storeContract(name: string, open: (now: () => number) => Promise<Store>): void {
  describe(name, () => {
    const clock: SetClock = { time: Date.UTC(2026, 10, 21, 12) };
    let store: Store;
    let number = 1000;
    /** A row that no other test uses. */
    const fresh = (domain = 'a.test') => {
      number += 1;
      return { real_email: `real${number}@example.org`, alias_email: `alias-${number}@${domain}` };
    };
    const created = async (domain?: string) => {
      const insertion = await store.insertAlias(fresh(domain));
      assert.ok(insertion.kind === 'created');
      return insertion.alias;
    };
    before(async () => {
      store = await open(() => clock.time);
    });
    after(() => store.close());

    test('hasAliases reports whether any alias exists', async () => {
      assert.equal(await store.hasAliases(), false);
      const { id } = await created();
      assert.equal(await store.hasAliases(), true);
      await store.setActive(id, false, 'anybody');
      assert.equal(await store.hasAliases(), true, 'one that is switched off is one, too');
    });

    test('a new alias has exactly the five columns of the specification, is active, has an id that no one can guess, and is found', async () => {
      const row = fresh();
      const insertion = await store.insertAlias(row);
      assert.ok(insertion.kind === 'created');
      const { alias } = insertion;
      const { id, created_at, ...rest } = alias;
      assert.deepEqual(rest, { ...row, active: true });
      assert.match(id, UUID);
      assert.equal(Date.parse(created_at), clock.time);
      assert.match(created_at, /^2026-11-21T12:00:00\.000/);
      const found = { alias, state: UNCONFIRMED };
      assert.deepEqual(await store.aliasByAddress(row.alias_email), found);
      assert.deepEqual(await store.aliasById(id), found);
      assert.deepEqual(await store.aliasesOf(row.real_email), [found]);
      const columns = ['id', 'real_email', 'alias_email', 'active', 'created_at'];
      assert.deepEqual(Object.keys((await store.aliasById(id))?.alias ?? {}), columns);
    });

    test('batched lookups each get their own result', async () => {
      const odd = { ...fresh(), real_email: String.raw`"a\b{c,d}"'@b.c` };
      await store.insertAlias(odd);
      const [one, two] = await Promise.all([created(), created()]);
      const strangers = Array.from({ length: 1200 }, (_, i) => `nobody${i}@b.c`);
      const asked = [one.real_email, ...strangers, odd.real_email, two.real_email, one.real_email];
      const found = await Promise.all(asked.map((owner) => store.aliasesOf(owner)));
      assert.deepEqual(
        found.map((aliases) => aliases.map(({ alias }) => alias.real_email)),
        asked.map((owner) => (owner.startsWith('nobody') ? [] : [owner])),
      );
      const names = [one, two].map(({ alias_email }) => store.aliasByAddress(alias_email));
      const rows = (await Promise.all(names)).map((row) => row?.alias);
      assert.deepEqual(rows, [one, two]);
    });

    test('a lone surrogate does not match U+FFFD', async () => {
      const { alias_email } = fresh();
      await store.insertAlias({ real_email: '\ufffd@b.c', alias_email });
      assert.deepEqual(await store.aliasesOf('\ud800@b.c'), []);
      assert.equal((await store.aliasesOf('\ufffd@b.c')).length, 1);
    });

    test('an unknown alias, id or address is not found', async () => {
      for (const text of ['', 'alias-1@nowhere.test', '\0', 'a\0@b.c', '\ud800', "' OR 1=1 --"]) {
        assert.equal(await store.aliasByAddress(text), undefined);
        assert.equal(await store.aliasById(text), undefined);
        assert.equal(await store.setActive(text, false, 'anybody'), undefined);
        assert.deepEqual(await store.aliasesOf(text), []);
      }
      assert.equal(await store.aliasById(NOBODY), undefined);
      assert.equal(await store.setActive(NOBODY, false, 'anybody'), undefined);
    });

    test('a real address has one alias, and an alias belongs to one real address', async () => {
      const alias = await created();
      const { real_email, alias_email } = alias;
      for (const [row, column] of [
        [{ ...fresh(), real_email }, 'real_email'],
        [{ ...fresh(), alias_email }, 'alias_email'],
        [alias, 'real_email'],
      ] as const) {
        assert.deepEqual(await store.insertAlias(row), { kind: 'taken', column });
      }
      const [found, more] = await store.aliasesOf(real_email);
      assert.deepEqual([found?.alias, more], [alias, undefined]);
    });

    test('a text that is not an address, or not an alias, is rejected by the database itself', async () => {
      const { real_email, alias_email } = fresh();
      const addresses = '|nobody|a b@c.d|a\n@b.c|a\u0085@b.c|a\0@b.c|a\ud800@b.c|\u00a0a@b.c'.split(
        '|',
      );
      addresses.push(`${'x'.repeat(250)}@b.cd`, `${'ü'.repeat(125)}@b.cd`);
      for (const wrong of addresses) {
        const { kind } = await store.insertAlias({ real_email: wrong, alias_email });
        assert.equal(kind, 'refused', JSON.stringify(wrong));
      }
      const names =
        '|someone@a.test|alias-0123@a.test|alias-1a@a.test|alias-12@|alias-12@A.test'.split('|');
      names.push('Alias-12@a.test', 'alias-12@a@b', ' alias-12@a.test', 'alias-12@a.test\n');
      names.push(`alias-12@${'x'.repeat(250)}`);
      for (const wrong of names) {
        const { kind } = await store.insertAlias({ real_email, alias_email: wrong });
        assert.equal(kind, 'refused', JSON.stringify(wrong));
      }
      assert.deepEqual(await store.aliasesOf(real_email), []);
      const longest = { alias_email, real_email: `${'x'.repeat(249)}@b.cd` };
      assert.equal((await store.insertAlias(longest)).kind, 'created');
    });

    test('a rejected write does not fail the other writes of its group commit', async () => {
      const [first, second] = [fresh(), fresh()];
      const refused = { ...fresh(), real_email: 'nobody' };
      const insertions = await Promise.all(
        [first, refused, second, first].map((row) => store.insertAlias(row)),
      );
      const [one, bad, other, same] = insertions.map(({ kind }) => kind);
      assert.deepEqual([bad, other], ['refused', 'created']);
      // The database decides which of two for the same address comes first.
      assert.deepEqual(new Set([one, same]), new Set(['created', 'taken']));
      assert.equal((await store.aliasesOf(first.real_email)).length, 1);
      assert.equal((await store.aliasesOf(second.real_email)).length, 1);
    });

    test('forwarding is switched off and on, and nothing else changes', async () => {
      const alias = await created();
      for (const active of [false, false, true]) {
        const switched = { ...alias, active };
        assert.deepEqual(await store.setActive(alias.id, active, 'anybody'), switched);
        assert.deepEqual((await store.aliasByAddress(alias.alias_email))?.alias, switched);
      }
    });

    test('aliases are counted by domain and state', async () => {
      await created('count.test');
      const off = await created('count.test');
      await store.setActive(off.id, false, 'anybody');
      await store.insertAlias({ ...fresh('count.test'), real_email: off.real_email });
      const counts = await store.countByDomain();
      assert.deepEqual(
        counts.find(({ domain }) => domain === 'count.test'),
        { domain: 'count.test', active: 1, inactive: 1, retired: 0 },
      );
    });

    ledgerContract(() => store, clock);
    const another = () => open(() => clock.time);
    stsPoliciesContract(() => store, another);
    settingsContract(() => store, another);

    test('two nodes see one table, and together make one alias for one address', async () => {
      const other = await another();
      const { real_email } = fresh();
      const insertions = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? store : other).insertAlias({ ...fresh(), real_email }),
        ),
      );
      assert.equal(insertions.filter(({ kind }) => kind === 'created').length, 1);
      assert.equal((await store.aliasesOf(real_email)).length, 1);
      const alias = await created();
      await other.setActive(alias.id, false, 'anybody');
      assert.equal((await store.aliasByAddress(alias.alias_email))?.alias.active, false);
      await other.close();
    });

    test('a check of reads and one of writes resolve while the database works; after close every call rejects with StoreUnavailable', async () => {
      const other = await another();
      await other.answers();
      await other.takesWrites();
      await other.close();
      await assert.rejects(other.answers(), StoreUnavailable);
      await assert.rejects(other.takesWrites(), StoreUnavailable);
      await assert.rejects(other.aliasByAddress('alias-1000@a.test'), StoreUnavailable);
      await assert.rejects(other.insertAlias(fresh()), StoreUnavailable);
      await other.close();
    });
  });
}
