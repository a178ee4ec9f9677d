import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testKey, verified, withSeal } from '#support/signing.ts';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';

const first = testKey('rsa', 'first.test');
const second = testKey('rsa', 'second.test');
const ZONE: Zone = {
  [first.name]: { TXT: [first.record] },
  [second.name]: { TXT: [second.record] },
};
const MAIL = 'From: ann@example.org\r\nSubject: hello\r\n\r\nHello\r\n';
const HOW = { form: 'relaxed', now: 1_000_000_000_000 } as const;

const judged = (mail: string, zone = ZONE) => verified(mail, zoneResolver(zone));

/** The message with this many sets, signed by the two sealers in turn. */
async function sealedTimes(times: number, mail = MAIL): Promise<string> {
  let sealed = mail;
  for (let i = 0; i < times; i++) {
    const { signer } = i % 2 === 0 ? first : second;
    sealed = await withSeal(sealed, await judged(sealed), signer, HOW);
  }
  return sealed;
}

/** `reason`, `sealer` and `next` only if they are known. */
const seen = async (mail: string, zone?: Zone) => {
  const { arc } = await judged(mail, zone);
  const { result, reason, sealer, next, sets } = arc;
  return {
    result,
    sets: sets.length,
    ...(reason && { reason }),
    ...(sealer && { sealer }),
    ...(next && { next }),
  };
};

test('a chain of fifty sets passes, and never receives a 51st', async () => {
  const fifty = await sealedTimes(50);
  assert.deepEqual(await seen(fifty), { result: 'pass', sets: 50, sealer: 'second.test' });
  const last = fifty.slice(0, fifty.indexOf('ARC-Seal: i=49;'));
  const { result, reason, next } = await seen(last.replaceAll('i=50;', 'i=51;') + fifty);
  assert.deepEqual([result, reason, next], ['fail', 'too-many-sets', undefined]);
});

test('a changed body fails the last set only, not the older ones', async () => {
  const once = await sealedTimes(1);
  const changed = `${once}A footer\r\n`;
  assert.equal((await seen(changed)).reason, 'body-changed');
  const resealed = await withSeal(changed, await judged(once), second.signer, HOW);
  assert.equal((await seen(resealed)).result, 'pass');
});

test('a chain that has failed is sealed once as failed, and nothing follows', async () => {
  const broken = `${await sealedTimes(2)}A footer\r\n`;
  const before = await judged(broken);
  assert.deepEqual([before.arc.result, before.arc.next], ['fail', 3]);
  const ended = await withSeal(broken, before, first.signer, HOW);
  assert.match(ended, /^ARC-Seal: i=3; cv=fail;/);
  const { result, reason, next } = await seen(ended);
  assert.deepEqual([result, reason, next], ['fail', 'failed-before', undefined]);
  assert.equal(await withSeal(ended, await judged(ended), second.signer, HOW), ended);
});

test('sets that do not form a chain fail, and our set has a higher instance than any of them', async () => {
  const two = await sealedTimes(2);
  const gap = two.slice(0, two.lastIndexOf('ARC-Seal: i=1')) + MAIL;
  assert.deepEqual(await seen(gap), { result: 'fail', sets: 0, reason: 'not-a-chain', next: 3 });
  const doubled = two.slice(0, two.indexOf('ARC-Message-Signature')) + two;
  assert.equal((await seen(doubled)).reason, 'not-a-chain');
});

test('a missing key, or one of another type, fails the chain; a DNS failure leaves it undecided, without a seal', async () => {
  const zone = { ...ZONE, [first.name]: { silent: true } };
  const { result, next } = await seen(await sealedTimes(2), zone);
  assert.deepEqual([result, next], ['temperror', undefined]);
  const once = await sealedTimes(1);
  assert.equal((await seen(once, {})).reason, 'no-key');
  const other = testKey('ed25519', 'x.test').record;
  assert.equal((await seen(once, { [first.name]: { TXT: [other] } })).reason, 'wrong-key-type');
});

test('sets of more than 100 KB together are not verified', async () => {
  const once = await sealedTimes(1);
  const long = once.replace('dkim=none', `dkim=none (${'x'.repeat(102_300)})`);
  assert.equal((await seen(long)).result, 'fail');
});
