import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf } from '#mail/message/dot-stuffing.ts';
import { edited } from '#mail/message/edits.ts';
import { survives } from '#mail/trust/signature/covered-fields.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { halves, testKey, verified, withDkim } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { Chance } from '../fuzz/fuzzing.ts';
import { someContent, someHeader } from './random-mail.fixture.ts';

const MAILS = rounds(40);
const { signer, name, record } = testKey('ed25519', 'example.org');
const resolve = zoneResolver({ [name]: { TXT: [record] } });
const ADDED = ['received', 'reply-to', 'to', 'dkim-signature', 'list-unsubscribe'] as const;

test(`of ${MAILS} random messages whose header we change, exactly the signatures reported as surviving pass`, async () => {
  const chance = new Chance(seededRandom(3));
  const seen = { survived: 0, broken: 0 };
  for (let i = 0; i < MAILS; i++) {
    const mail = `${someHeader(chance, 'ann@example.org')}\r\n${someContent(chance)}`;
    const alone = chance.oneOf([[], ['reply-to'], ['received', 'received'], ['to', 'to', 'to']]);
    const how = { form: chance.oneOf(['simple', 'relaxed'] as const), now: 0 };
    const once = await withDkim(mail, signer, { ...how, alone });
    const signed = await withDkim(once, signer, { ...how, now: 1000 });
    const { header, body } = halves(signed);
    const before = await verified(signed, resolve);
    const { block } = before;
    const signature = before.dkim[1]?.signature ?? assert.fail();
    assert.equal(before.dkim[1]?.result, 'pass', signed);

    const cut = block.all.filter(() => chance.upTo(12) === 0);
    const prepended = chance.upTo(3) === 0 ? [] : [chance.oneOf(ADDED)];
    const lines = Buffer.from(prepended.map((added) => `${added}: new ${i}\r\n`).join(''));
    const wire = { chunks: [header, body], octets: header.length + body.length, eightBit: true };
    const after = edited(wire, [
      { start: 0, end: 0, lines },
      ...cut.map(({ start, end }) => ({ start, end, lines: Buffer.alloc(0) })),
    ]);
    const changed = contentOf(after).toString('latin1');
    const { dkim } = await verified(changed, resolve);
    const kept = dkim.find((one) => one.signature?.field.raw === signature.field.raw);
    const outlives = survives(signature, block, { prepended, cut });
    assert.equal(outlives, kept?.result === 'pass', changed);
    seen[outlives ? 'survived' : 'broken']++;
  }
  assert.ok(seen.survived > MAILS / 10 && seen.broken > MAILS / 10, JSON.stringify(seen));
});

test('a signature that covers the signatures besides itself does not survive a further one', async () => {
  const mail = 'From: ann@example.org\r\n\r\nHello\r\n';
  const both = await withDkim(mail, signer, { form: 'simple', now: 0, alone: ['dkim-signature'] });
  const { dkim, block } = await verified(both, resolve);
  const signature = dkim[0]?.signature ?? assert.fail();
  const further = await withDkim(both, signer, { form: 'simple', now: 0 });
  assert.equal((await verified(further, resolve)).dkim[1]?.result, 'fail');
  const changes = { prepended: ['dkim-signature'], cut: [] };
  assert.equal(survives(signature, block, changes), false);
  assert.equal(survives({ ...signature, names: ['from'] }, block, changes), true);
});
