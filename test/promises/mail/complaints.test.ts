/** Complaints of receivers about our mail (RFC 5965): the operator gets and counts them; its author and the owner get nothing. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { complaintAbout, takenReversePath } from '#support/far-report.ts';
import { ALIAS, type Forwarding, forwarding, hand, letter, REAL } from '#support/forwarding.ts';

const OPERATOR = '<operator@mailbox.test>';

/** An engine through which a message has gone: its copy in the mailbox, and the return path that it came with. */
async function forwarded(t: TestContext, options: Parameters<typeof forwarding>[1] = {}) {
  const engine = await forwarding(t, options);
  await hand(await engine.client(), [ALIAS], letter('buy this'));
  const [copy] = engine.hop.messages;
  return { ...engine, copy: copy?.octets.toString() ?? '', path: takenReversePath(engine) };
}

const counted = async ({ store }: Pick<Forwarding, 'store'>) => store.complaints.most(0);

test('a complaint at the return path of a message is accepted, counted once for its alias, and passed on to the operator alone', async (t) => {
  const engine = await forwarded(t);
  const complaint = complaintAbout(engine.copy);
  const far = await engine.client();
  assert.match(await hand(far, [engine.path], complaint, ''), /^250 2\.0\.0 Delivered /);
  const [passed] = engine.hop.messages;
  assert.equal(engine.hop.messages.length, 1);
  assert.deepEqual(passed?.recipients, [OPERATOR]);
  assert.match(passed?.mail ?? '', /^MAIL FROM:<> /);
  assert.ok(passed?.octets.toString().endsWith(complaint));
  await engine.leave(far);
  // The receiver's server has not read our answer.
  assert.match(await hand(await engine.client(), [engine.path], complaint, ''), /^250 /);
  assert.deepEqual(await counted(engine), [{ alias: ALIAS, complaints: 1 }]);
  const other = complaint.replace('Earn', 'Earn more');
  assert.match(await hand(await engine.client(), [engine.path], other, ''), /^250 /);
  assert.deepEqual(await counted(engine), [{ alias: ALIAS, complaints: 2 }]);
  assert.ok(engine.hop.messages.every(({ recipients }) => recipients.join() === OPERATOR));
});

test('without an operator a complaint at a return path is counted, and not forwarded', async (t) => {
  const engine = await forwarded(t, { operator: undefined });
  const far = await engine.client();
  assert.match(await hand(far, [engine.path], complaintAbout(engine.copy), ''), /^250 /);
  assert.equal(engine.hop.messages.length, 0);
  assert.deepEqual(engine.complaints, [ALIAS]);
});

test('a complaint waits while the operator’s server defers it, and is counted if that server rejects it', async (t) => {
  const engine = await forwarded(t);
  const complaint = complaintAbout(engine.copy);
  engine.hop.script = { dot: '451 4.3.0 later' };
  const far = await engine.client();
  assert.match(await hand(far, [engine.path], complaint, ''), /^451 4\.3\.0 /);
  assert.deepEqual(engine.complaints, []);
  engine.hop.script = { dot: '550 5.7.1 looks like spam' };
  assert.match(await hand(far, [engine.path], complaint, ''), /^250 /);
  assert.deepEqual(engine.complaints, [ALIAS]);
});

for (const type of ['message/rfc822', 'text/rfc822-headers']) {
  test(`a complaint at abuse@ is passed on, and counts by our mark in its ${type}`, async (t) => {
    const engine = await forwarded(t);
    // The mailbox's own server has prepended its fields.
    const read = `Delivered-To: ${REAL}\r\nReceived: by 10.0.0.1\r\n${engine.copy}`;
    const far = await engine.client();
    const sender = 'abusedesk@example.com';
    const complaint = complaintAbout(read, type);
    assert.match(await hand(far, ['abuse@alias.test'], complaint, sender), /^250 /);
    assert.deepEqual(engine.hop.messages[0]?.recipients, [OPERATOR]);
    assert.deepEqual(engine.complaints, [ALIAS]);
  });
}

test('a forged complaint is rejected at a forged return path, and not counted', async (t) => {
  const engine = await forwarded(t);
  const far = await engine.client();
  const forged = engine.copy.replace(/(?<=Veilpost-Loop: )\w/, (one) => (one === 'x' ? 'y' : 'x'));
  const cases = [
    [
      engine.path.replace(/(?<=^srs0=)./, (one) => (one === 'x' ? 'y' : 'x')),
      complaintAbout(engine.copy),
      '',
      /^550 5\.1\.1 /,
    ],
    [engine.path, complaintAbout(engine.copy), 'bob@example.org', /^550 5\.7\.1 /],
    [engine.path, complaintAbout('x').replace('Feedback-Type', 'X-Type'), '', /^550 5\.6\.0 /],
    ['abuse@alias.test', complaintAbout(forged), 'bob@example.org', /^250 /],
    ['abuse@alias.test', `${letter('no complaint')}${engine.copy}`, 'bob@example.org', /^250 /],
  ] as const;
  for (const [to, octets, sender, reply] of cases) {
    assert.match(await hand(far, [to], octets, sender), reply, `${to} ${sender}`);
  }
  assert.deepEqual(engine.complaints, []);
});

test('complaints are deleted with their alias', async (t) => {
  const { store } = await forwarding(t);
  const { alias } = (await store.aliasByAddress(ALIAS)) ?? assert.fail(ALIAS);
  await store.complaints.add(ALIAS, 5);
  assert.deepEqual(await counted({ store }), [{ alias: ALIAS, complaints: 1 }]);
  await store.owners.block(ALIAS, 5);
  assert.deepEqual(await counted({ store }), []);
  assert.deepEqual(await store.complaints.of(alias.id), []);
});
