import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { NOW, user } from '#store/sessions/auth-rows.fixture.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { LetterBudget } from '#auth/letters/letter-budget.ts';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import { noteSealing } from '#auth/aliases/alias-label.ts';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { openStore } from '#store/open.ts';
import { personalData } from '#store/personal-data.ts';
import type { Store } from '#store/store.ts';
import { operatorOf, SECRET } from './operator.fixture.ts';

const JANE = 'jane@mailbox.test';
const DAY = 86_400_000;

const databases = [
  { name: 'the embedded database', url: async () => `sqlite:${tempFolder(after)}/test.sqlite` },
  { name: 'PostgreSQL', url: () => postgresDatabase(`commands_${randomUUID().slice(0, 8)}`) },
];

/** @param confirmed whether the alias is confirmed */
async function alias(store: Store, name: string, real_email: string, confirmed: boolean) {
  const birth = { ticket: null, confirmedAt: confirmed ? NOW : null };
  const insertion = await store.insertAlias({ alias_email: name, real_email }, birth);
  assert.equal(insertion.kind, 'created');
}

async function person(store: Store, email: string, newEmail: string | null = null) {
  const one = user(email, { newEmail, confirmedAt: NOW, lastSignInAt: NOW });
  await store.auth.users.insert(one);
  return one.id;
}

/** A database with two people, and an operator. */
async function world(url: string, isPossible?: boolean) {
  const store = await openStore(url, { now: () => NOW, log: SILENT });
  after(() => store.close());
  await alias(store, 'alias-1000@a.test', JANE, true);
  await alias(store, 'alias-2000@b.test', 'joe@mailbox.test', false);
  return { store, ...operatorOf(url, isPossible), jane: await person(store, JANE) };
}

for (const { name, url } of databases) {
  test(`on ${name} an operator forgets an address: only the name of its alias is left`, async () => {
    const { store, run, refused, jane } = await world(await url());
    const joe = await person(store, 'joe@mailbox.test', JANE);
    await store.plans.set(JANE, 20);
    assert.equal(
      await run('forget', ' Jane@Mailbox.TEST '),
      'Deleted: 1 alias, the number of aliases that the address may have, the user with sessions and factors, a requested change to this address. A name is never used again.\n',
    );
    assert.deepEqual(await store.aliasesOf(JANE), []);
    assert.equal(await store.plans.of(JANE), undefined);
    assert.equal(await store.auth.users.byId(jane), undefined);
    assert.equal(await store.isRetired('alias-1000@a.test'), true);
    const { email, newEmail } = (await store.auth.users.byId(joe)) ?? {};
    assert.deepEqual([email, newEmail], ['joe@mailbox.test', null]);
    assert.equal((await store.aliasesOf('joe@mailbox.test')).length, 1);
    await refused(1, /^We store nothing about this address\.$/, `forget ${JANE}`);
    await alias(store, 'alias-1001@a.test', 'jim@exämple.test', false);
    const earlier = await run('forget', 'jim@xn--exmple-cua.test');
    assert.equal(earlier, 'Deleted: 1 alias. A name is never used again.\n');
  });

  test(`on ${name} an operator sets the number of aliases of an address, and removes it again`, async () => {
    const database = await url();
    const { store, run } = await world(database);
    assert.equal(await run('plan', JANE), `${JANE} may have 1 alias (the default), and has 1.\n`);
    const own = `${JANE} may have 20 aliases (its own), and has 1.\n`;
    assert.equal(await run('plan', ' Jane@Mailbox.TEST', '--aliases', '20'), own);
    assert.equal(await run('plan', JANE), own);
    assert.equal(await store.plans.of(JANE), 20, 'the running service sees it');
    const joe = await run('plan', 'joe@mailbox.test', '--aliases', '1');
    assert.equal(joe, 'joe@mailbox.test may have 1 alias (its own), and has 0.\n');
    assert.match(await run('plan', JANE, '--free'), /may have 1 alias \(the default\)/);
    assert.equal(await store.plans.of(JANE), undefined);
    const open = await world(await url(), false);
    await open.refused(
      64,
      /^Several aliases require OWNERSHIP=confirmed/,
      `plan ${JANE} --aliases 2`,
    );
    assert.match(await open.run('plan', JANE), /may have 1 alias/);
  });

  test(`on ${name} an operator prints everything stored about an address`, async () => {
    const { store, run, refused, jane } = await world(await url());
    const data = JSON.parse(await run('export', JANE));
    const kept = await personalData(store, await store.auth.users.byId(jane), [JANE], {
      name: () => undefined,
      note: () => undefined,
    });
    assert.deepEqual(data, JSON.parse(JSON.stringify(kept)));
    assert.deepEqual([data.user.id, data.aliases[0].alias_email], [jane, 'alias-1000@a.test']);
    // Encrypted by the service under the same secret.
    const [{ id }] = data.aliases;
    const names = new SenderNames([SECRET]);
    const rule = { rule: 'let', name: names.seal(id, 'shop.test') } as const;
    await store.senders.setRule(id, [names.of(id, 'shop.test')], rule, NOW);
    const { senders } = JSON.parse(await run('export', JANE));
    assert.equal(senders[0].senders[0].name, 'shop.test');
    const sealed = noteSealing([SECRET]).seal(id, 'Shoes');
    await store.notes.change(id, { note: sealed, pinned: true }, JANE, NOW);
    assert.equal(JSON.parse(await run('export', JANE)).alias_notes[0].label, 'Shoes');
    const joe = JSON.parse(await run('export', 'joe@mailbox.test'));
    assert.deepEqual([joe.user, joe.aliases.length], [null, 1]);
    await refused(1, /^We store nothing about this address\.$/, 'export jill@mailbox.test');
  });

  test(`on ${name} an operator blocks an alias, and a name that no one has; a foreign one is reported`, async () => {
    const { store, run, refused } = await world(await url());
    const gone = await run('block', 'Alias-1000@A.test');
    assert.equal(gone, 'alias-1000@a.test is deleted, and its name will never be used again.\n');
    assert.equal(await store.aliasByAddress('alias-1000@a.test'), undefined);
    assert.match(await run('block', 'alias-1000@a.test'), /was already blocked or deleted/);
    assert.match(await run('block', 'alias-3000@a.test'), /did not exist; its name will never/);
    for (const alias_email of ['alias-1000@a.test', 'alias-3000@a.test']) {
      const insertion = await store.insertAlias({ alias_email, real_email: 'jill@mailbox.test' });
      assert.equal(insertion.kind, 'taken');
    }
    assert.ok(await store.auth.users.byEmail(JANE), 'the person stays');
    const foreign = 'alias-3000@old.test';
    const none =
      /^old\.test is not in ALIAS_DOMAINS \(a\.test, b\.test\), and this alias does not exist\.$/;
    await refused(1, none, `block ${foreign}`);
    await alias(store, foreign, 'jack@mailbox.test', true);
    assert.match(await run('block', foreign), /is deleted/, 'its domain was ours earlier');
    assert.match(await run('block', foreign), /was already blocked or deleted/);
  });

  test(`on ${name} an operator counts the aliases`, async () => {
    const { store, run } = await world(await url());
    await store.setActive((await store.aliasesOf(JANE))[0]?.alias.id ?? '', false, 'anybody');
    assert.match(await run('status', '--complaints'), /^No receiver has complained/);
    const now = Date.now();
    for (const at of [now, now, now - 31 * 86_400_000]) {
      await store.complaints.add('alias-1000@a.test', at);
    }
    assert.equal(await run('status', '--complaints'), 'alias-1000@a.test  2\n');
    await run('block', 'alias-3000@b.test');
    assert.equal(
      await run('status', '--count'),
      [
        'domain    active  switched off  confirmed  never used again',
        'a.test         0             1          1                 0',
        'b.test         1             0          0                 1',
        'together       1             1          1                 1',
        '',
      ].join('\n'),
    );
    await alias(store, 'alias-4829107735@a.test', JANE, true);
    const lines = (await run('status', '--count')).split('\n');
    assert.deepEqual(lines.slice(1, 4), [
      'a.test                   0             1          1                 0',
      'a.test, ten digits       1             0          1                 0',
      'b.test                   1             0          0                 1',
    ]);
  });
}

for (const { name, url } of databases) {
  test(`on ${name} an operator shows, lifts and sets what stops letters to an address`, async () => {
    const { store, run, refused } = await world(await url());
    const budget = new LetterBudget({
      store: store.auth.letterBudget,
      keys: deriveAuthKeys([SECRET]).address,
      limits: LETTER_LIMITS,
      now: () => NOW,
    });
    const time = (ms: number) => new Date(NOW + ms).toISOString();
    const none = 'the address has used none in the last 180 days';
    const free = `a letter may be sent now; ${none}.\n`;
    assert.equal(await run('letters', JANE), `${JANE}: ${free}`);
    const joe = 'joe@mailbox.test';
    for (const option of ['', ' --allow']) {
      await refused(
        1,
        /^We have no record of a letter to this address\.$/,
        `letters ${joe}${option}`,
      );
    }
    const stopped = `${joe}: letters are stopped until ${time(180 * DAY)}: the recipient declined all but security notices.\n`;
    assert.equal(await run('letters', ' Joe@Mailbox.test', '--stop'), stopped);
    assert.equal(await run('letters', joe), stopped);
    assert.deepEqual(await budget.spend([joe], {}), { limit: 'letters', seconds: 15_552_000 });
    assert.equal(await run('letters', joe, '--allow'), `${joe}: ${free}`);
    assert.equal(await budget.spend([joe], {}), undefined);
    assert.equal(
      await run('letters', joe),
      `${joe}: the next letter may be sent at ${time(DAY)}; ${none}.\n`,
    );
    await budget.stops.returned(budget.stops.reportName(joe));
    await budget.used(joe);
    const returned = `letters are stopped until ${time(30 * DAY)}: one bounced.\n`;
    assert.equal(await run('letters', joe), `${joe}: ${returned}`);
    assert.ok(await budget.stops.holdsNotices(joe));
    // Also the minute after the last letter.
    const used = 'a letter may be sent now; the address has used one.\n';
    assert.equal(await run('letters', joe, '--allow'), `${joe}: ${used}`);
    assert.ok(!(await budget.stops.holdsNotices(joe)));
    assert.equal(await budget.spend([joe], {}), undefined);
  });
}

test('an argument that is not an address or an alias is named, and nothing happens', async () => {
  const { store, refused } = await world(`sqlite:${tempFolder(after)}/test.sqlite`);
  for (const text of ['jane', 'jane@', '@mailbox.test', 'jane@127.0.0.1']) {
    for (const command of ['forget', 'export', 'letters']) {
      await refused(64, /^Not an email address: /, `${command} ${text}`);
    }
  }
  for (const text of [JANE, 'alias-0100@a.test', 'alias-1@', 'alias-1', 'alias-1@a_b']) {
    await refused(64, /^Not an alias: .*\(an alias looks like/, `block ${text}`);
  }
  assert.equal((await store.aliasesOf(JANE)).length, 1);
});

test('a command does not create a database that does not exist', async () => {
  const { run } = operatorOf(`sqlite:${tempFolder(after)}/none.sqlite`);
  for (const line of [
    `forget ${JANE}`,
    `export ${JANE}`,
    `letters ${JANE} --stop`,
    'block alias-1@a.test',
    'status --count',
  ]) {
    await assert.rejects(run(...line.split(' ')), /none\.sqlite/, line);
  }
});
