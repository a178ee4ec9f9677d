import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dkimSign } from 'mailauth';
import {
  authorEd25519,
  authorKey,
  behindOurLines,
  type Judging,
  judging,
  NOW,
  nextHopSays,
} from '#support/judging.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { withDkim } from '#support/signing.ts';
import type { Node } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { someContent, someHeader } from './random-mail.fixture.ts';

const MAILS = rounds(40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const FORMS = ['simple', 'relaxed'] as const;
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

async function someMail(chance: Chance): Promise<string> {
  const mail = `${someHeader(chance, 'ann@example.org')}\r\n${someContent(chance)}`;
  const key = chance.oneOf([authorKey, authorKey, authorEd25519]);
  switch (chance.upTo(4)) {
    case 0:
      return mail;
    case 1: {
      const signature = {
        signingDomain: 'example.org',
        selector: key.signer.selector,
        privateKey: key.pem,
        canonicalization: `${chance.oneOf(FORMS)}/${chance.oneOf(FORMS)}`,
        signTime: new Date(NOW),
        ...(chance.upTo(4) === 0 && { maxBodyLength: chance.upTo(30) }),
      };
      const signing = { ...signature, signatureData: [signature] };
      return (await dkimSign(Buffer.from(mail, 'latin1'), signing)).signatures + mail;
    }
    default:
      return withDkim(mail, key.signer, {
        form: chance.oneOf(FORMS),
        now: NOW,
        alone: chance.oneOf(ALONE),
      });
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
    const mail = (await someMail(chance)).replace(/^/, `X-Number: ${i}\r\n`);
    const word = await heldAgainstMailauth(way, mail, await way.send(mail));
    seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  assert.deepEqual(way.faults, []);
  for (const word of ['keep 5', 'keep 6', 'keep 7', 'rewrite 8', 'refuse 3']) {
    assert.ok((seen.get(word) ?? 0) > MAILS / 50, JSON.stringify([...seen]));
  }
});
