import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { REPLY_LIMITS } from '#mail/reply/allowances.ts';
import { answering, refuseReplies } from '#support/answering.ts';
import { letter, REAL } from '#support/forwarding.ts';
import { NOW } from '#support/judging.ts';
import { testKey, verified, withSeal } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { JOANS, SPF, strange } from './owner.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOO_MANY = /^451 4\.7\.1 .* \[reply-limit\]/;

/** Three replies in place of twenty a day, or sixty an hour. */
function lower(t: TestContext, ...names: ('toNotProven' | 'hourly')[]) {
  for (const name of names) t.mock.property(REPLY_LIMITS[name], 'most', 3);
}

/** An owner whose replies differ, so that none counts as another's repetition. */
async function writer(t: TestContext, options: { limits?: boolean; proven?: boolean } = {}) {
  const { proven = true, ...rest } = options;
  const way = await answering(t, { zone: { ...SPF }, ...rest });
  const [token = ''] = await way.written(undefined, { proven });
  const before = way.hop.messages.length;
  let count = 0;
  const answer = (to = token, sender = REAL, text = '') => {
    count += 1;
    return way.answer([to], { signed: false, body: `${count} ${text}\r\n`, sender, from: sender });
  };
  /** @returns the number of accepted replies, up to the first rejection */
  const taken = async (tries: number) => {
    for (let i = 0; i < tries; i++) {
      const reply = await answer();
      if (reply.startsWith('250')) continue;
      assert.match(reply, TOO_MANY);
      return i;
    }
    return tries;
  };
  return { ...way, token, answer, taken, reached: () => way.hop.messages.length - before };
}

test('to a correspondent without a proven message, an alias sends twenty replies a day', async (t) => {
  const { taken, answer, clock, reached, outcomes } = await writer(t, { proven: false });
  assert.equal(await taken(21), 20);
  assert.equal(reached(), 20);
  assert.equal(outcomes.at(-1), 'deferred reply-limit');
  clock.advance(HOUR);
  assert.match(await answer(), TOO_MANY);
  clock.advance(DAY - HOUR);
  assert.match(await answer(), /^250 /);
});

test('an author for whom only a trusted sealer vouches counts as not proven', async (t) => {
  lower(t, 'toNotProven');
  const list = testKey('rsa', 'lists.test');
  const zone = {
    ...SPF,
    '_dmarc.bank.test': { TXT: ['v=DMARC1; p=reject'] },
    [list.name]: { TXT: [list.record] },
  };
  const { send, last, answer } = await answering(t, {
    zone,
    checks: { trustedSealers: ['lists.test'] },
  });
  const mail = letter('listed').replace('ann@example.org', 'ann@bank.test');
  const unsealed = await verified(mail, zoneResolver(zone), { now: NOW });
  const found = 'mx.lists.test; dmarc=pass header.from=bank.test';
  const sealed = await withSeal(mail, unsealed, list.signer, { form: 'relaxed', now: NOW, found });
  assert.match(await send(sealed, 'bounces@lists.test'), /^250 /);
  const [, token = ''] = /^From: [^<]*<([^>]*)>/m.exec(last().text) ?? [];
  const from = { signed: false, sender: REAL, from: REAL };
  for (let i = 0; i < 3; i++) {
    assert.match(await answer([token], { ...from, body: `${i}\r\n` }), /^250 /);
  }
  assert.match(await answer([token], { ...from, body: 'one more\r\n' }), TOO_MANY);
});

test('the reply addresses of forged messages share these, whoever they name', async (t) => {
  lower(t, 'toNotProven');
  const { written, answer, reached } = await writer(t, { proven: false });
  for (let i = 0; i < 3; i++) {
    const [forged = ''] = await written(`Somebody <stranger${i}@example.org>`, { proven: false });
    assert.match(await answer(forged), /^250 /);
  }
  const [one = ''] = await written('Somebody <stranger@example.org>', { proven: false });
  const sent = reached();
  assert.match(await answer(one), TOO_MANY);
  assert.equal(reached(), sent);
});

test('a correspondent with a proven message gets so many replies an hour', async (t) => {
  lower(t, 'hourly');
  const { taken, answer, clock } = await writer(t);
  assert.equal(await taken(4), 3);
  clock.advance(HOUR);
  assert.match(await answer(), /^250 /);
});

test('a reply that the remote server defers counts once, when it is delivered', async (t) => {
  lower(t, 'toNotProven');
  const { taken, answer, hop } = await writer(t, { proven: false });
  hop.script = { RCPT: '452 4.2.2 full' };
  for (let i = 0; i < 4; i++) assert.match(await answer(), /^452 4\.2\.2 /);
  hop.script = {};
  assert.equal(await taken(4), 3);
});

test('a reply that the leak guard rejects does not count', async (t) => {
  lower(t, 'toNotProven');
  const { taken, answer, store } = await writer(t, { proven: false });
  await refuseReplies({ store });
  for (let i = 0; i < 4; i++) {
    assert.match(await answer(undefined, undefined, REAL), /\[reply-shows-address\]/);
  }
  assert.equal(await taken(4), 3);
});

test('an owner who tries five invalid reply addresses gets 451 for an hour, and no other owner does', async (t) => {
  const { token, answer, alias, written, clock, reached } = await writer(t);
  for (let i = 0; i < 5; i++) {
    assert.match(await answer(strange(token, i)), /^550 5\.1\.1 .* \[reply-address-unknown\]/);
  }
  assert.match(await answer(strange(token, 5)), TOO_MANY);
  assert.match(await answer(), TOO_MANY);
  assert.equal(reached(), 0);
  await alias(JOANS, 'joan@mailbox.test');
  const [joans = ''] = await written(undefined, { to: JOANS });
  assert.match(await answer(joans, 'joan@mailbox.test'), /^250 /);
  clock.advance(HOUR);
  assert.match(await answer(), /^250 /);
});

test('RATE_LIMITS=off disables these limits with all others', async (t) => {
  lower(t, 'toNotProven', 'hourly');
  const { taken, token, answer } = await writer(t, { proven: false, limits: false });
  assert.equal(await taken(5), 5);
  for (let i = 0; i < 8; i++) {
    assert.match(await answer(strange(token, i)), /^550 5\.1\.1 .* \[reply-address-unknown\]/);
  }
  assert.match(await answer(), /^250 /);
});
