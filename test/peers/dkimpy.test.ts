import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorKey, judging, NOW as DATE } from '#support/judging.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { testKey, verified, withDkim, withSeal } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { someContent, someHeader } from '../standards/random-mail.fixture.ts';
import { dkimpy } from './dkimpy.ts';

const MAILS = 100;
const NOW = Date.UTC(2026, 10, 22);
const AUTHOR = 'example.org';
const FORWARDER = 'alias.test';

const rsa = testKey('rsa', AUTHOR);
const ed25519 = testKey('ed25519', AUTHOR);
const forwarder = testKey('rsa', FORWARDER);
const keys = [rsa, ed25519, forwarder];
const records = Object.fromEntries(keys.map(({ name, record }) => [name, record]));
const resolve = zoneResolver(
  Object.fromEntries(keys.map(({ name, record }) => [name, { TXT: [record] }])),
);

const judge = <Answer>(mails: readonly object[], known = records) => dkimpy<Answer>(mails, known);

/** dkimpy rejects fields with a blank before the colon. */
const someMail = (chance: Chance) =>
  `${someHeader(chance, `ann@${AUTHOR}`, [': ', ':', ':\t'])}\r\n${someContent(chance)}`;
const FORMS = ['simple', 'relaxed'] as const;

test(`${MAILS} random messages that we sign and seal verify with dkimpy`, async () => {
  const chance = new Chance(seededRandom(1));
  const sent: { text: string }[] = [];
  for (let i = 0; i < MAILS; i++) {
    const how = { form: chance.oneOf(FORMS), now: NOW };
    const { signer } = chance.oneOf([rsa, ed25519]);
    let mail = await withDkim(someMail(chance), signer, how);
    for (let sets = chance.upTo(3); sets >= 0; sets--) {
      mail = await withSeal(
        mail,
        await verified(mail, resolve, { now: NOW }),
        forwarder.signer,
        how,
      );
    }
    sent.push({ text: mail });
  }
  const answers = await judge<{ dkim: boolean; arc: string }>(sent);
  for (const [i, answer] of answers.entries()) {
    assert.deepEqual(answer, { dkim: true, arc: 'pass success' }, sent[i]?.text);
  }
});

test(`${MAILS} random messages that we sign fail with dkimpy after a change of one word`, async () => {
  const chance = new Chance(seededRandom(2));
  const sent: { text: string }[] = [];
  for (let i = 0; i < MAILS; i++) {
    const mail = await withDkim(someMail(chance), rsa.signer, { form: 'relaxed', now: NOW });
    sent.push({ text: chance.oneOf([`${mail}more\r\n`, mail.replace('Ann <ann', 'Bob <ann')]) });
  }
  for (const { dkim } of await judge<{ dkim: boolean }>(sent)) assert.equal(dkim, false);
});

test(`${MAILS} random messages that dkimpy signs and seals verify with us`, async () => {
  const chance = new Chance(seededRandom(3));
  const seed = (pem: string) =>
    Buffer.from(pem.replaceAll(/-.*-|\s/g, ''), 'base64')
      .subarray(-32)
      .toString('base64');
  const tasks = Array.from({ length: MAILS }, () => {
    const { signer, pem } = chance.oneOf([rsa, ed25519]);
    const sign = {
      selector: signer.selector,
      domain: AUTHOR,
      algorithm: signer.algorithm,
      header: chance.oneOf(FORMS),
      body: chance.oneOf(FORMS),
      length: chance.upTo(2) === 0,
      key: signer.algorithm === 'rsa-sha256' ? pem : seed(pem),
      seal: { selector: 'rsa', domain: FORWARDER, key: forwarder.pem },
    };
    return { text: someMail(chance), sign };
  });
  for (const mail of await judge<string>(tasks)) {
    const { dkim, arc } = await verified(mail, resolve, { now: NOW });
    assert.deepEqual([dkim[0]?.result, arc.result], ['pass', 'pass'], mail);
  }
});

test('the engine’s mail verifies with dkimpy: mail kept by its author and sealed by us, and mail rewritten by us', async (t) => {
  const { send, last, zone, judged } = await judging(t, {
    zone: {
      'example.org': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] },
    },
  });
  const how = { form: 'simple', now: DATE } as const;
  const chance = new Chance(seededRandom(4));
  const sent: { text: string }[] = [];
  for (let i = 0; i < 60; i++) {
    const mail = someMail(chance);
    const kept = i % 2 === 0;
    let signed = kept ? await withDkim(mail, authorKey.signer, how) : mail;
    for (let sets = kept ? chance.upTo(4) : 0; sets > 0; sets--) {
      const found = await verified(signed, zoneResolver(zone), { now: DATE });
      signed = await withSeal(signed, found, authorKey.signer, how);
    }
    assert.match(await send(`X-Number: ${i}\r\n${signed}`), /^250 /);
    assert.equal(judged.at(-1)?.decision.kind, kept ? 'keep' : 'rewrite');
    sent.push({ text: last().text });
  }
  const published = Object.fromEntries(
    Object.entries(zone).map(([name, { TXT = [] }]) => [name, TXT[0] ?? '']),
  );
  const answers = await judge<{ dkim: boolean; arc: string }>(sent, published);
  for (const [i, { dkim, arc }] of answers.entries()) {
    assert.equal(dkim, true, sent[i]?.text);
    if (i % 2 === 0) assert.equal(arc, 'pass success', sent[i]?.text);
  }
});
