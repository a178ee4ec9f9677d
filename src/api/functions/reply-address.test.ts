import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { domainOf } from '#rules/address.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { JANE, ownerOf, ownersReplies } from '#support/owner.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PATH = '/functions/v1/reply-address';

/** Two nodes that count in the same rows, and the clock of both. */
function twoNodes() {
  const time = { now: Date.UTC(2026, 10, 25, 12) };
  const store = { auth: { letterBudget: countsInMemory() } };
  const node = () => {
    const counted = ownersReplies(store, () => time.now).newCorrespondents;
    return (owner: string, correspondent: string) => counted.spend(owner, correspondent);
  };
  const [here, there] = [node(), node()];
  return { time, here, there, either: (i: number) => (i % 2 === 0 ? here : there) };
}

test('an owner gets one address for each person; an impossible address is rejected, and nothing is a fault', async () => {
  const { addresses } = ownersReplies();
  const { alias, call } = await ownerOf(after, { api: { replies: ownersReplies() } });
  const ask = (email: unknown) => call('POST', PATH, JSON.stringify({ alias_id: alias.id, email }));
  const long = (octets: number) => {
    const labels = `${'d'.repeat(60)}.`.repeat(3);
    return `${'a'.repeat(octets - labels.length - 5)}@${labels}test`;
  };
  for (const [typed, opened = typed] of [
    ['bob@example.org'],
    [' <Bob@Example.org>. ', 'Bob@example.org'],
    ['"a b"@example.org'],
    ['müller@bücher.example', 'müller@xn--bcher-kva.example'],
  ] as const) {
    const { status, json } = await ask(typed);
    assert.equal(status, 200, typed);
    const [local = '', domain = ''] = String(json.address).split(/@(?=[^@]*$)/);
    assert.deepEqual(addresses.open(local, domain, [alias.alias_email]), {
      kind: 'open',
      alias: alias.alias_email,
      correspondent: opened,
      isProven: false,
    });
    assert.equal((await ask(typed)).json.address, json.address);
  }
  const reply = (await ask('bob@example.org')).json.address;
  for (const [email, wanted] of [
    ['', 400],
    ['bob', 400],
    ['@example.org', 400],
    ['bob@', 400],
    [undefined, 400],
    [7, 400],
    [['bob@example.org'], 400],
    ['alias-1001@a.test', 422],
    [alias.alias_email.toUpperCase(), 422],
    [reply, 422],
    [`x@abc.b.a.test`, 422],
    [JANE, 422],
    ['"a b"@x', 422],
    ['bob@[192.0.2.1]', 422],
    ['bob@192.0.2.1', 422],
    ['bob@example.org\r\nRCPT TO:<x@y.test>', 422],
    ['a b@example.org', 422],
    [long(250), 422],
    [`${'a'.repeat(250)}@example.org`, 422],
    ['\ud800@example.org', 422],
  ] as const) {
    const { status, json } = await ask(email);
    assert.equal(status, wanted, JSON.stringify(email));
    const code = wanted === 400 ? 'email_address_invalid' : 'no_reply_address';
    assert.equal(json.code, code, JSON.stringify(email));
  }
  assert.equal((await ask('a'.repeat(3000))).status, 413);
});

test('with REPLIES=off no one gets an address', async () => {
  const { alias, call } = await ownerOf(after);
  const body = JSON.stringify({ alias_id: alias.id, email: 'bob@example.org' });
  const { status, json } = await call('POST', PATH, body);
  assert.deepEqual([status, json.code], [404, 'not_offered']);
});

test('the sixth person of a day must wait, on whichever node; one who was written to before does not count again', async () => {
  const replies = ownersReplies();
  const { under, alias, call } = await ownerOf(after, { api: { replies } });
  Object.assign(
    replies,
    ownersReplies(under.store, () => under.time.now),
  );
  const ask = (email: string) => call('POST', PATH, JSON.stringify({ alias_id: alias.id, email }));
  for (let i = 0; i < 5; i++) assert.equal((await ask(`bob${i}@example.org`)).status, 200);
  const { status, headers, json } = await ask('bob5@example.org');
  assert.deepEqual([status, json.code, headers.get('retry-after')], [429, 'rate_limited', '86400']);
  for (const again of ['bob0@example.org', 'BOB4@Example.org', 'bob4+tag@example.org']) {
    assert.equal((await ask(again)).status, 200, again);
  }
  const { time, here, there, either } = twoNodes();
  for (let i = 0; i < 5; i++) {
    assert.equal(await either(i)('jane@gmail.com', `bob${i}@example.org`), 0);
    time.now += HOUR;
  }
  const left = (DAY - 5 * HOUR) / 1000;
  // Another tag is the same person, and so is another alias.
  for (const owner of ['jane@gmail.com', 'ja.ne+2@gmail.com']) {
    assert.equal(await here(owner, 'bob5@example.org'), left);
    assert.equal(await there(owner, 'bob5@example.org'), left);
  }
  assert.equal(await there('jane@gmail.com', 'bob0@example.org'), 0);
  time.now += left * 1000;
  assert.equal(await there('jane@gmail.com', 'bob5@example.org'), 0);
  assert.ok((await here('jane@gmail.com', 'bob6@example.org')) > 0);
});

test('forty aliases of one domain write to twenty new people a day, and those of a large provider are not each other’s limit', async () => {
  const { either } = twoNodes();
  const granted = async (domain: string) => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => either(i)(`jane${i}@${domain}`, `bob${i}@example.org`)),
    );
    return waits.filter((wait) => wait === 0).length;
  };
  assert.equal(await granted('company.example'), 20);
  assert.equal(await granted('gmail.com'), 40);
});

test('an abuser with sessions of twenty addresses reaches a hundred people at most, and locks no one else out', async () => {
  const { here, either } = twoNodes();
  let reached = 0;
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 6; j++) {
      if ((await either(j)(`eve${i}@gmail.com`, `victim${i}.${j}@example.org`)) === 0) reached += 1;
    }
  }
  assert.equal(reached, 100);
  assert.ok((await here('eve0@gmail.com', 'one.more@example.org')) > 0);
  assert.equal(await here('jane@gmail.com', 'bob@example.org'), 0);
});

test('nothing that is counted can be reversed', async () => {
  const { under } = await ownerOf(after);
  const counted: unknown[] = [];
  const { letterBudget } = under.store.auth;
  const seeing = {
    ...letterBudget,
    count: async (...given: Parameters<typeof letterBudget.count>) => {
      counted.push(given[0]);
      return letterBudget.count(...given);
    },
  };
  const { newCorrespondents } = ownersReplies({
    auth: { ...under.store.auth, letterBudget: seeing },
  });
  assert.equal(await newCorrespondents.spend(JANE, 'bob@example.org'), 0);
  assert.equal(counted.length, 4);
  const [local, domain] = [JANE.split('@')[0] ?? '', domainOf(JANE)];
  const text = JSON.stringify(counted);
  for (const name of [local, domain, 'bob', 'example']) assert.ok(!text.includes(name), text);
});
