import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { halves, testKey, withDkim } from '#support/signing.ts';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { HeaderBlock } from '../message/header-block.ts';
import { Authentication } from '../trust/authentication.ts';
import { signedField } from '../trust/signature/signer.ts';
import { passGate } from './gate.ts';

const TOKEN = 'raaaaaaaaaaaaaaaa@alias.test';
const ownerKey = testKey('ed25519', 'mailbox.test');
const strangersKey = testKey('ed25519', 'stranger.test');
/** A service below the owner's domain that signs for many customers. */
const newsKey = testKey('ed25519', 'news.mailbox.test');
const KEYS: Zone = {
  [ownerKey.name]: { TXT: [ownerKey.record] },
  [strangersKey.name]: { TXT: [strangersKey.record] },
  [newsKey.name]: { TXT: [newsKey.record] },
  '_dmarc.mailbox.test': { TXT: ['v=DMARC1; p=none'] },
};
const SPF: Zone = { 'mailbox.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } };

const mail = (changes: { from?: string; to?: string; more?: string } = {}) =>
  `From: ${changes.from ?? 'Jane <jane@mailbox.test>'}\r\nTo: ${changes.to ?? `<${TOKEN}>`}\r\n` +
  `${changes.more ?? ''}Subject: Yes\r\n\r\nYes.\r\n`;

const signed = (content: string, key = ownerKey) =>
  withDkim(content, key.signer, { form: 'relaxed', now: 0 });

type Door = { sender?: string; proof?: 'any' | 'dkim'; zone?: Zone; helo?: string };

async function gateOf(content: string, door: Door = {}) {
  const { sender = 'jane@mailbox.test', proof = 'any' } = door;
  return passGate(await judged(content, door), { sender, proof });
}

function judged(
  content: string,
  { sender = 'jane@mailbox.test', zone = {}, helo = 'out.test' }: Door,
) {
  const resolve = zoneResolver({ ...KEYS, ...zone });
  const question = { address: '192.0.2.1', sender, helo };
  const inspection = new Authentication(question, { resolve, clock: new FakeClock() });
  const { header, body } = halves(content);
  inspection.header(header);
  inspection.body(body);
  return inspection.end();
}

/** `proven` only if the proof applies to the reply address of these tests. */
async function answerTo(content: string, door: Door = {}): Promise<string> {
  const gate = await gateOf(content, door);
  if (gate.kind !== 'proven') return gate.kind;
  return gate.appliesTo(TOKEN) ? 'proven' : 'proven for others';
}

/** Fails if the gate answers a message in another way. */
async function expectAnswers(...rows: [answer: string, content: string, door?: Door][]) {
  for (const [i, [answer, content, door]] of rows.entries()) {
    assert.equal(await answerTo(content, door), answer, `${i + 1}: ${JSON.stringify(door)}`);
  }
}
const silent = (...names: string[]): Zone =>
  Object.fromEntries(names.map((name) => [name, { silent: true }]));

test('a signature of the owner’s domain, or its SPF, lets a reply in; no stranger’s proof and no policy does', async () => {
  const strangers = { 'stranger.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } };
  const policy = (record: string) => ({ zone: { '_dmarc.mailbox.test': { TXT: [record] } } });
  const bySignature = await signed(mail());
  await expectAnswers(
    ['proven', bySignature],
    ['proven', mail(), { zone: SPF }],
    ['refused', mail(), { zone: SPF, proof: 'dkim' }],
    ['proven', bySignature, { proof: 'dkim' }],
    ['refused', mail()],
    ['refused', await signed(mail(), strangersKey)],
    ['refused', mail(), { zone: strangers, sender: 'jane@stranger.test' }],
    ['refused', mail(), policy('v=DMARC1; p=none')],
    ['refused', mail(), policy('v=DMARC1; p=reject')],
  );
  const gate = await gateOf(bySignature);
  assert.equal(gate.kind === 'proven' && gate.author, 'jane@mailbox.test');
});

test('with SPF the sender must be the author; letter case, a BATV tag and A-labels make no difference', async () => {
  const proven =
    'JANE@Mailbox.TEST prvs=0123abcdef=jane@mailbox.test btv1==01a2b3c4d5e==jane@mailbox.test';
  const refused =
    'joan@mailbox.test jane@other.test prvs==jane@mailbox.test btv1====jane@mailbox.test ' +
    'btv1==x==joan@mailbox.test jane';
  for (const sender of proven.split(' ')) {
    await expectAnswers(['proven', mail(), { sender, zone: SPF }]);
  }
  for (const sender of refused.split(' ')) {
    await expectAnswers(['refused', mail(), { sender, zone: SPF }]);
  }
});

test('a message needs one From with one address', async () => {
  for (const content of [
    mail({ from: 'jane@mailbox.test, joan@mailbox.test' }),
    mail({ more: 'From: jane@mailbox.test\r\n' }),
    mail({ from: 'nobody' }),
    mail({ from: '<jane@mailbox.test' }),
    mail({ from: 'jane@mailbox.test, @mailbox.test' }),
    mail({ from: `${'x'.repeat(8192)} <jane@mailbox.test>` }),
  ]) {
    await expectAnswers(['refused', await signed(content), { zone: SPF }]);
  }
});

test('an automatic answer with a null reverse-path needs a signature and Auto-Submitted', async () => {
  const note = mail({ more: 'Auto-Submitted: auto-replied (vacation)\r\n' });
  const generated = mail({ more: 'Auto-Submitted: auto-generated\r\n' });
  await expectAnswers(
    ['proven', await signed(note), { sender: '' }],
    ['refused', note, { sender: '', helo: 'mailbox.test', zone: SPF }],
    ['refused', await signed(mail()), { sender: '' }],
    ['refused', await signed(generated), { sender: '' }],
  );
});

test('a signed message of the owner to someone else proves nothing at a reply address', async () => {
  const toOthers = await signed(mail({ to: 'bob@example.org' }));
  await expectAnswers(
    ['proven for others', toOthers],
    // A field that is not signed may have been added later.
    ['proven for others', `Cc: <${TOKEN}>\r\n${toOthers}`],
    ['proven', await signed(mail({ to: TOKEN.toUpperCase() }))],
    ['proven', await signed(mail({ to: 'x@y.test', more: `Cc: ${TOKEN}\r\n` }))],
    // The host has just sent it, with any recipients in the header.
    ['proven', toOthers, { zone: SPF }],
  );
});

test('a list that is too long is not parsed: the proven owner gets that reason, a stranger does not', async () => {
  const many = `${'a@b.test, '.repeat(40_000)}<${TOKEN}>`;
  for (const long of [mail({ to: many }), mail({ more: `Cc: ${many}\r\n` })]) {
    assert.equal(await answerTo(await signed(long)), 'long');
    assert.equal(await answerTo(long), 'refused');
    assert.equal(await answerTo(await signed(long, strangersKey)), 'refused');
  }
});

/** The message with a signature of the owner's domain over these fields, with additional tags. */
async function signedOver(content: string, names: string[], more: [tag: string, value: string][]) {
  const { header, body } = halves(content);
  const block = HeaderBlock.read(header);
  const { raw } = await signedField(
    'DKIM-Signature',
    [
      ['v', '1'],
      ['c', 'relaxed/simple'],
      ['h', names.join(':')],
      ...more,
      ['bh', createHash('sha256').update(body).digest('base64')],
    ],
    names.flatMap((name) => block.fields(name)),
    ownerKey.signer,
  );
  return `${raw}\r\n${content}`;
}

test('a signature over the beginning of a message proves nothing if text was added after it', async () => {
  const length = String(halves(mail()).body.length);
  const content = await signedOver(mail(), ['from', 'to', 'subject'], [['l', length]]);
  await expectAnswers(['proven', content], ['refused', `${content}And pay him.\r\n`]);
});

test('a subdomain or a sibling does not sign for the domain, and a parent domain does, also while the DNS is silent', async () => {
  const sender = 'jane@staff.mailbox.test';
  const content = mail({ from: sender });
  const [byNews, byDomain] = [await signed(mail(), newsKey), await signed(content)];
  // The organizational domain cannot be looked up.
  const door = { sender, zone: silent('_dmarc.mailbox.test', '_dmarc.staff.mailbox.test') };
  await expectAnswers(
    ['refused', byNews],
    ['refused', byNews, { zone: silent(newsKey.name) }],
    ['refused', await signed(content, newsKey), { sender }],
    ['proven', byDomain, { sender }],
    ['silent', byDomain, door],
    ['refused', byDomain.replace('Yes.', 'No.'), door],
    ['refused', await signed(content, strangersKey), door],
    ['refused', await signed(content, newsKey), door],
    ['refused', content, door],
  );
});

test('a signature that names its user proves that user, and no other user of the domain', async () => {
  const by = (i: string) => signedOver(mail(), ['from', 'to', 'subject'], [['i', i]]);
  for (const i of ['@mailbox.test', 'JANE@MAILBOX.test', 'j=61ne@mailbox.test']) {
    assert.equal(await answerTo(await by(i)), 'proven', i);
  }
  for (const i of ['joan@mailbox.test', 'jane@staff.mailbox.test', '=00jane@mailbox.test']) {
    assert.equal(await answerTo(await by(i)), 'refused', i);
  }
});

test('an owner whose server sends through a relay with the relay’s return address is accepted if the signature covers To', async () => {
  const relayed = { sender: '0102018f-ann@eu-west-1.amazonses.test' };
  const relay = { 'eu-west-1.amazonses.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } };
  const keys = { ...relayed, zone: silent(ownerKey.name) };
  const noTo = await signedOver(mail(), ['from', 'subject'], []);
  await expectAnswers(
    ['proven', await signed(mail()), relayed],
    ['proven for others', await signed(mail({ to: 'bob@example.org' })), relayed],
    ['refused', mail(), relayed],
    // The relay has proven itself, but not who uses it.
    ['refused', mail(), { ...relayed, zone: { ...SPF, ...relay } }],
    ['refused', await signed(mail(), strangersKey), relayed],
    ['silent', await signed(mail()), keys],
    // Without To in the signature, anyone who has the message could have added it.
    ['refused', noTo, relayed],
    ['refused', noTo, keys],
    ['proven for others', noTo],
  );
});

test('a failed DNS look-up defers if its answer could be the proof, and only then', async () => {
  const noSpf = { zone: silent('mailbox.test') };
  const byOwner = await signed(mail());
  await expectAnswers(
    ['silent', byOwner, { zone: silent(ownerKey.name) }],
    ['silent', mail(), noSpf],
    ['refused', mail(), { ...noSpf, proof: 'dkim' }],
    ['refused', await signed(mail(), strangersKey), { zone: silent(strangersKey.name) }],
    ['proven', byOwner, noSpf],
  );
});

test('a list of recipients is parsed once, however many signatures cover it', async () => {
  let content = mail();
  for (let i = 0; i < 8; i++) content = await signed(content);
  const judgement = await judged(content, {});
  assert.deepEqual(judgement.dmarc.aligned.signatures, Array(8).fill(true));
  let reads = 0;
  const [to] = judgement.block.fields('to');
  assert.ok(to);
  const { value } = to;
  Object.defineProperty(to, 'value', { get: () => ((reads += 1), value) });
  const gate = passGate(judgement, { sender: 'jane@mailbox.test', proof: 'any' });
  assert.ok(gate.kind === 'proven' && gate.appliesTo(TOKEN));
  assert.equal(reads, 1);
});
