import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dkimSign, sealMessage } from 'mailauth';
import {
  authorEd25519,
  authorKey,
  behindOurLines,
  type Judging,
  judging,
  KEYS,
  nextHopSays,
  NOW,
  OUR_DOMAIN,
  ourKey,
} from '#support/judging.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { type TestKey, verified, withDkim, withSeal } from '#support/signing.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { changed, someContent, someHeader } from './random-mail.fixture.ts';

const MAILS = rounds(40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const FORMS = ['simple', 'relaxed'] as const;
const AUTHOR_KEYS = [authorKey, authorKey, authorEd25519] as const;
const resolve = zoneResolver(KEYS);

const someMail = (chance: Chance) =>
  `${someHeader(chance, 'ann@example.org')}\r\n${someContent(chance)}`;

/** The message with a signature of mailauth. @param oneIn how many have one that covers a part of the body */
async function signedByMailauth(mail: string, key: TestKey, chance: Chance, oneIn: number) {
  const signature = {
    signingDomain: 'example.org',
    selector: key.signer.selector,
    privateKey: key.pem,
    canonicalization: `${chance.oneOf(FORMS)}/${chance.oneOf(FORMS)}`,
    signTime: new Date(NOW),
    ...(chance.upTo(oneIn) === 0 && { maxBodyLength: chance.upTo(30) }),
  };
  const signing = { ...signature, signatureData: [signature] };
  const { signatures, errors } = await dkimSign(Buffer.from(mail, 'latin1'), signing);
  assert.deepEqual(errors, []);
  return signatures + mail;
}

async function sealedByMailauth(mail: string): Promise<string> {
  const sealing = {
    signingDomain: OUR_DOMAIN,
    selector: 'rsa',
    privateKey: ourKey.pem,
    strict: true,
    signTime: new Date(NOW),
    authResults: 'mx.alias.test; dkim=none',
    cv: 'none',
    i: 1,
  };
  return (await sealMessage(Buffer.from(mail, 'latin1'), sealing)).toString('latin1') + mail;
}

/** Holds our results for a message against mailauth's, after changes on its way. @returns ours */
async function bothJudge(sealed: string, chance: Chance) {
  const sent = changed(sealed, chance);
  const theirs = await nextHopSays({ text: sent, sender: '' }, KEYS);
  const cut = (octets: Buffer) => chance.cut(octets);
  const { dkim, arc } = await verified(sent, resolve, { now: NOW, cut });
  const passes = dkim.map(({ result }) => result === 'pass');
  assert.deepEqual(
    passes,
    theirs.dkim.map((word) => word.endsWith(' pass')),
    sent,
  );
  assert.equal(arc.result, theirs.arc, sent);
  if (sent === sealed) assert.deepEqual([passes, theirs.arc], [[true], 'pass'], sent);
  return { dkim, arc };
}

test(`of ${MAILS} random messages that we sign and seal, changed on their way or not, mailauth’s results equal ours`, async () => {
  const chance = new Chance(seededRandom(SEED));
  const seen = { pass: 0, fail: 0 };
  for (let i = 0; i < MAILS; i++) {
    const how = { form: chance.oneOf(FORMS), now: NOW };
    const { signer } = chance.oneOf(AUTHOR_KEYS);
    const alone = chance.oneOf([[], ['reply-to'], ['to', 'to', 'subject']]);
    const signed = await withDkim(someMail(chance), signer, { ...how, alone });
    const before = await verified(signed, resolve, { now: NOW });
    assert.equal(before.dkim[0]?.result, 'pass', signed);
    const sealed = await withSeal(signed, before, ourKey.signer, how);
    const { arc } = await bothJudge(sealed, chance);
    seen[arc.result === 'pass' ? 'pass' : 'fail']++;
  }
  assert.ok(seen.pass > MAILS / 10 && seen.fail > MAILS / 10, JSON.stringify(seen));
});

test(`of ${MAILS} random messages that mailauth signs and seals, changed on their way or not, our results equal its own`, async () => {
  const chance = new Chance(seededRandom(SEED + 1));
  const seen = { pass: 0, fail: 0, partial: 0 };
  for (let i = 0; i < MAILS; i++) {
    const signed = await signedByMailauth(someMail(chance), chance.oneOf(AUTHOR_KEYS), chance, 3);
    const { dkim } = await bothJudge(await sealedByMailauth(signed), chance);
    seen[dkim[0]?.result === 'pass' ? 'pass' : 'fail']++;
    if (dkim[0]?.partial === true) seen.partial++;
  }
  assert.ok(seen.pass > MAILS / 10 && seen.fail > MAILS / 10, JSON.stringify(seen));
  assert.ok(seen.partial > MAILS / 20, JSON.stringify(seen));
});

/** Fields that signers name one time more than they occur. */
const ALONE = [
  [],
  [],
  ['reply-to'],
  ['to', 'subject'],
  ['received'],
  ['authentication-results'],
  ['arc-seal', 'delivered-to'],
] as const;

/** The records of the author domain. */
function someZone(chance: Chance): Record<string, Node> {
  const policy = chance.oneOf(['none', 'quarantine', 'reject', 'reject']);
  const spf = chance.oneOf(['ip4:127.0.0.1', 'ip4:192.0.2.1']);
  return {
    '_dmarc.example.org': chance.upTo(6) === 0 ? {} : { TXT: [`v=DMARC1; p=${policy}`] },
    'example.org': { TXT: [`v=spf1 ${spf} -all`] },
  };
}

async function signedOrNot(chance: Chance): Promise<string> {
  const mail = someMail(chance);
  const key = chance.oneOf(AUTHOR_KEYS);
  switch (chance.upTo(4)) {
    case 0:
      return mail;
    case 1:
      return signedByMailauth(mail, key, chance, 4);
    default: {
      const how = { form: chance.oneOf(FORMS), now: NOW, alone: chance.oneOf(ALONE) };
      return withDkim(mail, key.signer, how);
    }
  }
}

const bodyOf = (mail: string) => mail.slice(mail.indexOf('\r\n\r\n'));

async function heldAgainstMailauth(way: Judging, mail: string, reply: string): Promise<string> {
  const latest = way.judged.at(-1);
  assert.ok(latest, mail);
  const { decision, judgement } = latest;
  const word = `${decision.kind} ${decision.rule}`;
  if (decision.kind === 'refuse' || decision.kind === 'defer') {
    assert.ok(reply.startsWith(decision.kind === 'refuse' ? '550' : '451'), reply);
    return word;
  }
  assert.match(reply, /^250 /, mail);
  const arrived = way.last();
  const next = await nextHopSays(arrived, way.zone);
  assert.equal(bodyOf(arrived.text), bodyOf(mail));
  if (decision.kind === 'rewrite') {
    assert.deepEqual([next.dkim, next.dmarc], [['alias.test pass'], 'pass'], arrived.text);
    return word;
  }
  assert.equal(behindOurLines(arrived.text), mail);
  assert.equal(next.arc, 'pass', arrived.text);
  if (decision.rule === 6) {
    assert.ok(next.dkim.includes('example.org pass'), arrived.text);
    if (judgement.dmarc.policy !== undefined) assert.equal(next.dmarc, 'pass', arrived.text);
  }
  return word;
}

test(`of ${MAILS} random messages each kept one passes in mailauth with its octets unchanged, and each rewritten one passes as ours`, async (t) => {
  const chance = new Chance(seededRandom(SEED));
  const way = await judging(t, { limits: false });
  const seen = new Map<string, number>();
  for (let i = 0; i < MAILS; i++) {
    Object.assign(way.zone, someZone(chance));
    const mail = (await signedOrNot(chance)).replace(/^/, `X-Number: ${i}\r\n`);
    const word = await heldAgainstMailauth(way, mail, await way.send(mail));
    seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  assert.deepEqual(way.faults, []);
  for (const word of ['keep 5', 'keep 6', 'keep 7', 'rewrite 8', 'refuse 3']) {
    assert.ok((seen.get(word) ?? 0) > MAILS / 50, JSON.stringify([...seen]));
  }
});
