import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '#support/zone-resolver.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { letter } from '#support/forwarding.ts';
import {
  behindOurLines,
  CLIENT_ALLOWED,
  judging,
  KEYS,
  NOW,
  nextHopSays,
  REJECT,
  signedByAuthor,
} from '#support/judging.ts';
import { testKey, withSeal } from '#support/signing.ts';
import { verified } from '#support/verified.ts';

const MAIL = letter('hello');
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
