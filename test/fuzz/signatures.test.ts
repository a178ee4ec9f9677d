import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderField } from '#mail/message/header-block.ts';
import { RESULTS } from '#mail/trust/arc/sets.ts';
import { readDkimSignature } from '#mail/trust/dkim/signature.ts';
import { withoutSignature } from '#mail/trust/signature/canonical-header.ts';
import { readKey } from '#mail/trust/signature/public-key.ts';
import { readTags } from '#mail/trust/signature/tag-list.ts';
import { HOSTILE_FIELDS } from './hostile-fields.ts';
import { testKey, verified, withDkim, withSeal } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { type Chance, fuzzAtLeast, PATIENT, rounds } from './fuzzing.ts';

const ALPHABET = Buffer.from('=;:\r\n\t .abdhilpstvxy019/+@,"\0\xff', 'latin1');
const NOW = 1_000_000_000_000;

const mutated = (text: string, chance: Chance, times = 1): string => {
  let octets = Buffer.from(text, 'latin1');
  for (let i = 0; i < times; i++) octets = Buffer.from(chance.mutate(octets, ALPHABET));
  return octets.toString('latin1');
};

fuzzAtLeast(21, 'any tag list is read so that the same list can be written again', (chance) => {
  const text = mutated(chance.oneOf(['v=1; a=b c;', 'p=A A;\r\n\tt=y:s', 'b=x;bh=y;']), chance, 2);
  const tags = readTags(text);
  if (tags === undefined) return false;
  const again = [...tags].map(([name, value]) => `${name}=${value}`).join(';');
  assert.deepEqual(readTags(again), tags);
  return true;
});

const KEYS = [testKey('rsa', 'a.test').record, testKey('ed25519', 'a.test').record] as const;

fuzzAtLeast(11, 'any key record is a key within the limits or none', (chance) => {
  const record = chance.oneOf(KEYS);
  const at = record.indexOf('p=') + 2;
  const der = Buffer.from(record.slice(at), 'base64');
  const octets = chance.mutate(der, Buffer.from([0, 1, 2, 3, 0x30, 0x82, 0x80, 0xff]));
  const text = chance.oneOf([
    mutated(record, chance),
    record.slice(0, at) + octets.toString('base64'),
  ]);
  const key = readKey(text);
  if (typeof key === 'string') return false;
  assert.ok(key.bits <= 4096);
  const { publicExponent = 0n } = key.key.asymmetricKeyDetails ?? {};
  assert.ok(publicExponent <= 65_537n);
  return true;
});

const author = testKey('ed25519', 'author.test');
const sealer = testKey('ed25519', 'sealer.test');
const resolve = zoneResolver({
  [author.name]: { TXT: [author.record] },
  [sealer.name]: { TXT: [sealer.record] },
});
const HOW = { form: 'relaxed', now: NOW } as const;
const MAIL = 'From: ann@author.test\r\nSubject: hello\r\n\r\nHello\r\n';

/** A message with two sets and a signature. */
async function sealedTwice(): Promise<string> {
  let mail = await withDkim(MAIL, author.signer, HOW);
  for (let i = 0; i < 2; i++) {
    mail = await withSeal(mail, await verified(mail, resolve, { now: NOW }), sealer.signer, HOW);
  }
  return mail;
}

test('any signature or seal gets a result, and no changed word passes', PATIENT, async () => {
  const whole = await sealedTwice();
  const end = whole.indexOf('\r\n\r\n') + 2;
  const counts = { pass: 0, other: 0 };
  await rounds(async (chance) => {
    const header = mutated(whole.slice(0, end), chance, chance.upTo(3));
    const mail = header.replaceAll(/\r(?!\n)|(?<!\r)\n/g, '') + whole.slice(end);
    const { dkim, arc } = await verified(mail, resolve, {
      now: NOW,
      cut: (body) => chance.cut(body),
    });
    counts[arc.result === 'pass' ? 'pass' : 'other']++;
    for (const { result, signature } of dkim) {
      if (result !== 'pass' || signature === undefined) continue;
      // No word of a covered field may change.
      assert.match(mail.replaceAll(/[ \t\r\n]+/g, ' '), /Subject ?: ?hello/i);
    }
    for (const { results } of arc.sets) assert.equal(results.name, RESULTS);
  });
  assert.ok(counts.pass > 10 && counts.other > 10, JSON.stringify(counts));
});

test('no header takes 200 ms of CPU, not even one that is made to be slow', PATIENT, async () => {
  for (const [name, field] of Object.entries(HOSTILE_FIELDS)) {
    const mail = `${field}\r\n${MAIL}`;
    await verified(mail, resolve, { now: NOW });
    const before = process.cpuUsage();
    await verified(mail, resolve, { now: NOW });
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 200_000, `${name}: ${user + system} us`);
  }
});

test(
  'eight signatures over all of the largest header are judged within 200 ms of CPU',
  PATIENT,
  async () => {
    const names = Array.from({ length: 250 }, (_, i) => `x${i}`);
    const fields = names.map((name) => `${name}: ${'a\t'.repeat(150)}\r\n`).join('');
    const tags = `v=1; a=ed25519-sha256; d=author.test; s=ed25519; c=relaxed/simple; h=from:${names.join(':')}`;
    const one = `DKIM-Signature: ${tags}; bh=${'A'.repeat(43)}=; b=${'A'.repeat(86)}==\r\n`;
    const mail = one.repeat(8) + fields + MAIL;
    assert.ok(mail.length < 102_400);
    const before = process.cpuUsage();
    const { dkim } = await verified(mail, resolve, { now: NOW });
    const { user, system } = process.cpuUsage(before);
    assert.equal(dkim.length, 8);
    assert.ok(user + system < 200_000, `${user + system} us`);
  },
);

const SIGNED = await withDkim(MAIL, author.signer, HOW);
const FIELD = SIGNED.slice(0, SIGNED.indexOf('\r\nFrom:'));

fuzzAtLeast(11, 'only the signature’s own b= is emptied, whatever surrounds it', (chance) => {
  const text = mutated(FIELD, chance);
  if (!text.includes(':')) return false;
  const field = new HeaderField(text);
  const found = readDkimSignature(field);
  if (!('signature' in found)) return false;
  const emptied = new HeaderField(withoutSignature(field).raw);
  const [before, after] = [readTags(field.value), readTags(emptied.value)];
  assert.equal(after?.get('b'), '');
  for (const [name, value] of before ?? []) {
    if (name !== 'b') assert.equal(after.get(name), value);
  }
  return true;
});
