import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { farReport } from '#support/far-report.ts';
import { ALIAS, REAL } from '#support/forwarding.ts';
import {
  behindOurLines,
  CLIENT_ALLOWED,
  judging,
  KEYS,
  MAIL,
  nextHopSays,
  NOW,
  REJECT,
  signedByAuthor,
  signing,
} from '#support/judging.ts';
import { testKey, verified, withSeal } from '#support/signing.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';

test('without our record in the DNS nothing is signed, and mail passes', async (t) => {
  let published = false;
  const { send, last, signatures, zone, faults } = await judging(t, {
    zone: { ...REJECT, ...CLIENT_ALLOWED },
    signing: signing(() => published),
  });
  assert.match(await send(MAIL), /^250 /);
  assert.doesNotMatch(last().text, /^(?:DKIM-Signature|ARC-Seal):/m);
  assert.equal((await nextHopSays(last(), zone)).dmarc, 'pass', 'by SPF');
  assert.match(await send(await signedByAuthor(MAIL.replace('hello', 'hullo'))), /^250 /);
  assert.doesNotMatch(last().text, /^ARC-Seal:/m);
  assert.deepEqual(signatures, ['dkim unpublished', 'arc unpublished']);
  published = true;
  assert.match(await send(await signedByAuthor(MAIL.replace('hello', 'again'))), /^250 /);
  assert.match(last().text, /^ARC-Seal:/);
  assert.deepEqual(faults, []);
});

test('an unusable key does not stop mail, and is logged once', async (t) => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { send, signatures, faults } = await judging(t, {
    signing: () => ({ selector: 's', key: privateKey, isPublished: () => true }),
  });
  for (const word of ['one', 'two']) {
    assert.match(await send(MAIL.replace('hello', word)), /^250 /);
  }
  assert.deepEqual(signatures, ['arc failed', 'arc failed']);
  assert.equal(faults.length, 1);
});

// Rewritten ones: private-mode.test.ts.
test('a message to twenty aliases is inspected once and sealed once', async (t) => {
  const { send, hop, alias, judged, signatures } = await judging(t, { zone: { ...REJECT } });
  const aliases = Array.from({ length: 20 }, (_, i) => `alias-${5000 + i}@alias.test`);
  for (const [i, address] of aliases.entries()) await alias(address, `real${i}@mailbox.test`);
  assert.match(await send(await signedByAuthor(MAIL), undefined, aliases), /^250 /);
  assert.equal(hop.messages.length, 20);
  assert.deepEqual([judged.length, signatures], [1, ['arc made']]);
});

test('our own mail is signed: the test mail of a visitor, a notification, and the report to a sender', async (t) => {
  const { forwarder, store, hop, last, zone, send } = await judging(t);
  const row = (await store.aliasByAddress(ALIAS))?.alias;
  assert.ok(row);
  await forwarder.sendTestMail(row, 'hello', 'a test');
  assert.match(last().text, /^DKIM-Signature: /);
  assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
  assert.equal(hop.messages.length, 1);
  const site = 'https://veilpost.test';
  const letter = { kind: 'passkey-added', to: 'jane@home.test', site } as const;
  assert.equal((await forwarder.sendLetter(letter, 'a key')).kind, 'accepted');
  assert.match(last().text, /^DKIM-Signature: /);
  assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
  assert.match(await send(MAIL), /^250 /);
  assert.match(await send(farReport(REAL), '', [last().sender]), /^250 /);
  assert.match(last().text, /^DKIM-Signature: /);
  assert.deepEqual((await nextHopSays(last(), zone)).dkim, ['alias.test pass']);
});

const sealer = testKey('rsa', 'lists.test');
const ZONE: Record<string, Node> = { ...KEYS, [sealer.name]: { TXT: [sealer.record] } };

/** The message with this many sets of another forwarder above it. */
async function sealedTimes(mail: string, sets: number): Promise<string> {
  let sealed = mail;
  for (let i = 0; i < sets; i++) {
    const found = await verified(sealed, zoneResolver(ZONE), { now: NOW });
    sealed = await withSeal(sealed, found, sealer.signer, { form: 'relaxed', now: NOW });
  }
  return sealed;
}

const sealsIn = (text: string) => text.match(/^ARC-Seal:/gm)?.length ?? 0;

// The other chains: src/mail/trust/arc/seal.heavy.test.ts.
for (const sets of [1, 2]) {
  test(`after ${sets} sets of other sealers our set validates, and theirs stay unchanged`, async (t) => {
    const { send, last } = await judging(t, { zone: ZONE });
    const mail = await sealedTimes(await signedByAuthor(MAIL), sets);
    assert.match(await send(mail), /^250 /);
    const { text } = last();
    assert.equal(behindOurLines(text), mail);
    assert.match(text, new RegExp(`^ARC-Seal: i=${sets + 1}; cv=pass; `));
    assert.match(text, /\r\n arc=pass\r\n/);
    assert.equal((await nextHopSays(last(), ZONE)).arc, 'pass');
  });
}

test('a header with a line that is not a field is not sealed, and forwarded as it came', async (t) => {
  const { send, last } = await judging(t, { zone: ZONE });
  for (const line of [
    'no field at all',
    'no field: at all',
    ': nothing',
    '\x01X: y',
    '.',
    'x\xe4: y',
  ]) {
    const mail = MAIL.replace('Subject:', `${line}\r\nSubject:`);
    assert.match(await send(mail), /^250 /, line);
    assert.equal(sealsIn(last().text), 0, line);
    assert.equal(behindOurLines(last().text), mail, line);
  }
  for (const line of ['X-Y : blanks', 'X:', 'X-Folded: a\r\n b', '.X: y']) {
    assert.match(await send(MAIL.replace('Subject:', `${line}\r\nSubject:`)), /^250 /, line);
    assert.equal(sealsIn(last().text), 1, line);
  }
});

test('messages that stay as they came get our set; messages from the alias get none', async (t) => {
  const chained = await sealedTimes(MAIL, 1);
  const { send, last, zone } = await judging(t, { zone: { ...ZONE } });
  assert.match(await send(await signedByAuthor(MAIL)), /^250 /);
  assert.equal(sealsIn(last().text), 1);
  Object.assign(zone, REJECT, CLIENT_ALLOWED);
  assert.match(await send(chained), /^250 /);
  assert.equal(sealsIn(last().text), 0, 'rewritten');
  const { dkim, dmarc } = await nextHopSays(last(), zone);
  assert.deepEqual([dkim, dmarc], [['alias.test pass'], 'pass']);
});
