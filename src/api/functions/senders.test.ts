import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { ownerOf } from '#support/owner.ts';

const PATH = '/functions/v1/senders';
const NOW = Date.UTC(2026, 10, 25, 12);
const SECRETS = ['the present secret', 'an earlier secret'];
const names = new SenderNames(SECRETS);
const HELD = { kind: 'held', domain: 'new.test', reason: 'new_sender', code: null, host: null };

/** An owner with arrived mail from shop.test, and waiting mail from new.test. */
async function waiting() {
  const last = [
    { at: NOW, domain: 'bounces.shop.test', author: 'shop.test' },
    { at: NOW - 1, domain: '' },
  ];
  const owner = await ownerOf(after, { api: { senderNames: names, lastArrivals: () => last } });
  const { under, alias, call } = owner;
  const { store } = under;
  // Before the last change of SECRET_KEY.
  const earlier = new SenderNames(SECRETS.slice(1));
  const sealed = {
    sender: earlier.of(alias.id, 'new.test'),
    name: earlier.seal(alias.id, 'new.test'),
  };
  await store.history.add([{ aliasId: alias.id, at: NOW - 2, ...HELD, ...sealed }]);
  await store.senders.wait(alias.id, sealed.sender, NOW - 2, sealed.name);
  await store.senders.note([
    { aliasId: alias.id, sender: names.of(alias.id, 'shop.test'), at: NOW },
  ]);
  const change = (sender: unknown, rule: unknown, id: unknown = alias.id) =>
    call('POST', PATH, JSON.stringify({ alias_id: id, sender, rule }));
  const list = async () => {
    const { json } = await call('GET', `${PATH}?alias_id=${alias.id}`);
    assert.ok(Array.isArray(json.senders));
    return json.senders.map(({ rule, name }) => `${rule} ${name}`);
  };
  const kept = async () => (await store.senders.of(alias.id)).map(({ rule }) => rule).toSorted();
  return { ...owner, store, change, list, kept };
}

test('an owner lets a sender of the history in, blocks one that has arrived, and undoes both; the engine is notified of each', async () => {
  const { under, alias, call, change, list, kept, store } = await waiting();
  const { json } = await call('GET', `/functions/v1/history?alias_id=${alias.id}`);
  const [shop, fresh] = ['shop.test', 'new.test'].map((author) => ({
    sender: names.of(alias.id, author),
    author,
  }));
  assert.ok(shop && fresh && Array.isArray(json.events) && Array.isArray(json.last));
  const [held] = json.events;
  assert.deepEqual([held.sender, held.author, held.name], [fresh.sender, 'new.test', undefined]);
  assert.deepEqual(
    json.last.map(({ author }) => author),
    ['shop.test', undefined],
  );
  assert.equal(json.last[0].sender, shop.sender);
  assert.equal((await change(fresh.sender, 'let')).status, 200);
  assert.equal((await change(shop.sender, 'block')).status, 200);
  assert.deepEqual((await list()).toSorted(), ['blocked shop.test', 'let new.test']);
  assert.equal((await store.aliasById(alias.id))?.state.hasBlocked, true);
  assert.equal(under.switched.length, 2);
  assert.deepEqual(await kept(), ['blocked', 'let'], 'the row under the earlier secret is gone');
  for (const { sender } of [fresh, shop]) {
    assert.equal((await change(sender, 'forget')).status, 200);
  }
  assert.deepEqual([await list(), await kept()], [[], ['seen']]);
  assert.equal((await store.aliasById(alias.id))?.state.hasBlocked, false);
});

test('a rule may name a sender whose mail is not in the history yet', async () => {
  const { alias, call, under } = await ownerOf(after, {
    api: {
      senderNames: names,
      writeHistory: () => under.store.history.add([{ aliasId: alias.id, ...HELD, ...late }]),
    },
  });
  const late = {
    at: NOW,
    sender: names.of(alias.id, 'late.test'),
    name: names.seal(alias.id, 'late.test'),
  };
  const body = JSON.stringify({ alias_id: alias.id, sender: late.sender, rule: 'block' });
  assert.equal((await call('POST', PATH, body)).status, 200);
});

test('only a sender that the owner has seen can be named, and only with a known word', async () => {
  const { alias, change, kept } = await waiting();
  const before = await kept();
  const shown = names.of(alias.id, 'shop.test');
  const elsewhere = names.of('6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11', 'shop.test');
  for (const sender of [elsewhere, names.of(alias.id, 'never.test'), 'shop.test', '', 7, null]) {
    for (const rule of ['let', 'block', 'forget']) {
      assert.equal((await change(sender, rule)).status, 404, `${String(sender)} ${rule}`);
    }
  }
  for (const rule of ['seen', 'waiting', 'constructor', '', undefined]) {
    const { status, json } = await change(shown, rule);
    assert.deepEqual([status, json.code], [400, '23514']);
  }
  assert.deepEqual(await kept(), before);
});

test('a rule whose name no accepted secret opens can only be undone; of 200 rules one must be removed for the next', async () => {
  const { alias, change, list, store } = await waiting();
  const lost = new SenderNames(['a secret that is gone']);
  const sender = lost.of(alias.id, 'lost.test');
  const rule = { rule: 'blocked', name: lost.seal(alias.id, 'lost.test') } as const;
  await store.senders.setRule(alias.id, [sender], rule, NOW);
  assert.deepEqual(await list(), ['blocked null']);
  assert.equal((await change(sender, 'let')).status, 404);
  assert.equal((await change(sender, 'forget')).status, 200);
  assert.deepEqual(await list(), []);
  const numbers = Array.from({ length: 200 }, (_, i) => `rule ${i}`);
  await Promise.all(numbers.map((one) => store.senders.setRule(alias.id, [one], rule, NOW)));
  const { status, json } = await change(names.of(alias.id, 'shop.test'), 'block');
  assert.deepEqual([status, json.code], [422, 'too_many_rules']);
  await store.senders.setRule(alias.id, ['rule 7'], 'none', NOW);
  assert.equal((await change(names.of(alias.id, 'shop.test'), 'block')).status, 200);
});

test('if senders are not recorded there is no call for them, and no name in the history', async () => {
  const { alias, call } = await ownerOf(after, {
    api: { lastArrivals: () => [{ at: NOW, domain: 'b.test', author: 'shop.test' }] },
  });
  const query = `?alias_id=${alias.id}`;
  for (const { status, json } of [
    await call('GET', PATH + query),
    await call('POST', PATH, JSON.stringify({ alias_id: alias.id, sender: 'a', rule: 'let' })),
  ]) {
    assert.deepEqual([status, json.code], [404, 'not_offered']);
  }
  const { text } = await call('GET', `/functions/v1/history${query}`);
  assert.doesNotMatch(text, /shop|sender/);
});
