import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticate, dkimSign, sealMessage } from 'mailauth';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { verified } from '#support/verified.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { changed, someContent, someHeader } from './random-mail.fixture.ts';
import { testKey, withDkim, withSeal } from '#support/signing.ts';

const MAILS = rounds(40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const NOW = Date.UTC(2026, 10, 22);
const AUTHOR = 'example.org';

const rsa = testKey('rsa', AUTHOR);
const ed25519 = testKey('ed25519', AUTHOR);
const forwarder = testKey('rsa', 'alias.test');
const keys = [rsa, ed25519, forwarder];
const resolve = zoneResolver(
  Object.fromEntries(keys.map(({ name, record }) => [name, { TXT: [record] }])),
);

/** mailauth's results for a message. */
async function judgedByMailauth(mail: string) {
  const resolver = async (name: string, type: string) => {
    const key = keys.find((one) => one.name === name);
    if (key !== undefined && type === 'TXT') return [[key.record]];
    throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
  };
  const { dkim, arc } = await authenticate(Buffer.from(mail, 'latin1'), {
    resolver,
    strict: true,
    disableDmarc: true,
    disableBimi: true,
    ip: '192.0.2.1',
    helo: 'client.test',
    sender: '',
    mta: 'mx.test',
  });
  return { dkim: dkim.results.map(({ status }) => status.result), arc: arc && arc.status.result };
}

async function judgedByUs(mail: string, chance: Chance) {
  const options = { now: NOW, cut: (octets: Buffer) => chance.cut(octets) };
  const { dkim, arc } = await verified(mail, resolve, options);
  return { dkim: dkim.map(({ result }) => result), arc: arc.result, all: dkim };
}

const someMail = (chance: Chance) =>
  `${someHeader(chance, `ann@${AUTHOR}`)}\r\n${someContent(chance)}`;
const FORMS = ['simple', 'relaxed'] as const;
const passes = (words: readonly string[]) => words.map((word) => word === 'pass');

test(`of ${MAILS} random messages that we sign and seal, changed on their way or not, mailauth’s results equal ours`, async () => {
  const chance = new Chance(seededRandom(SEED));
  const seen = { pass: 0, fail: 0 };
  for (let i = 0; i < MAILS; i++) {
    const mail = someMail(chance);
    const how = { form: chance.oneOf(FORMS), now: NOW };
    const { signer } = chance.oneOf([rsa, rsa, ed25519]);
    const alone = chance.oneOf([[], ['reply-to'], ['to', 'to', 'subject']]);
    const signed = await withDkim(mail, signer, { ...how, alone });
    const before = await verified(signed, resolve, { now: NOW });
    assert.equal(before.dkim[0]?.result, 'pass', signed);
    const sealed = await withSeal(signed, before, forwarder.signer, how);
    const sent = changed(sealed, chance);
    const [theirs, ours] = [await judgedByMailauth(sent), await judgedByUs(sent, chance)];
    assert.deepEqual(passes(ours.dkim), passes(theirs.dkim), sent);
    assert.equal(ours.arc, theirs.arc, sent);
    if (sent === sealed) assert.deepEqual(theirs, { dkim: ['pass'], arc: 'pass' }, sent);
    seen[ours.arc === 'pass' ? 'pass' : 'fail']++;
  }
  assert.ok(seen.pass > MAILS / 10 && seen.fail > MAILS / 10, JSON.stringify(seen));
});

test(`of ${MAILS} random messages that mailauth signs and seals, changed on their way or not, our results equal its own`, async () => {
  const chance = new Chance(seededRandom(SEED + 1));
  const seen = { pass: 0, fail: 0, partial: 0 };
  for (let i = 0; i < MAILS; i++) {
    const mail = someMail(chance);
    const key = chance.oneOf([rsa, rsa, ed25519]);
    const limit = chance.upTo(3) === 0 ? { maxBodyLength: chance.upTo(30) } : {};
    const forms = `${chance.oneOf(FORMS)}/${chance.oneOf(FORMS)}`;
    const signature = {
      signingDomain: AUTHOR,
      selector: key.signer.selector,
      privateKey: key.pem,
      canonicalization: forms,
      signTime: new Date(NOW),
      ...limit,
    };
    const { signatures, errors } = await dkimSign(Buffer.from(mail, 'latin1'), {
      ...signature,
      signatureData: [signature],
    });
    assert.deepEqual(errors, []);
    const signed = signatures + mail;
    const sealing = {
      signingDomain: 'alias.test',
      selector: 'rsa',
      privateKey: forwarder.pem,
      strict: true,
      signTime: new Date(NOW),
      authResults: 'mx.alias.test; dkim=none',
      cv: 'none',
      i: 1,
    };
    const set = await sealMessage(Buffer.from(signed, 'latin1'), sealing);
    const sealed = set.toString('latin1') + signed;
    const sent = changed(sealed, chance);
    const [theirs, ours] = [await judgedByMailauth(sent), await judgedByUs(sent, chance)];
    assert.deepEqual(passes(ours.dkim), passes(theirs.dkim), sent);
    assert.equal(ours.arc, theirs.arc, sent);
    if (sent === sealed) assert.deepEqual(theirs, { dkim: ['pass'], arc: 'pass' }, sent);
    seen[ours.dkim[0] === 'pass' ? 'pass' : 'fail']++;
    if (ours.all[0]?.partial === true) seen.partial++;
  }
  assert.ok(seen.pass > MAILS / 10 && seen.fail > MAILS / 10, JSON.stringify(seen));
  assert.ok(seen.partial > MAILS / 20, JSON.stringify(seen));
});
