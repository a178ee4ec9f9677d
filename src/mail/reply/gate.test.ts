import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { testKey, withDkim } from '#support/signing.ts';
import { halves } from '#support/verified.ts';
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

test('a signature of the owner’s domain, or its SPF, lets a reply in; nothing else does', async () => {
  const strangers = { 'stranger.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } };
  const policy = (record: string) => ({ zone: { '_dmarc.mailbox.test': { TXT: [record] } } });
  const bySignature = await signed(mail());
  const rows: [what: string, content: string, door: Door, answer: string][] = [
    ['a signature', bySignature, {}, 'proven'],
    ['SPF', mail(), { zone: SPF }, 'proven'],
    ['SPF, if the operator requires DKIM', mail(), { zone: SPF, proof: 'dkim' }, 'refused'],
    ['a signature, if it is required', bySignature, { proof: 'dkim' }, 'proven'],
    ['no proof', mail(), {}, 'refused'],
    ['a stranger’s signature', await signed(mail(), strangersKey), {}, 'refused'],
    ['a stranger’s SPF', mail(), { zone: strangers, sender: 'jane@stranger.test' }, 'refused'],
    ['a policy of none', mail(), policy('v=DMARC1; p=none'), 'refused'],
    ['a policy of rejection', mail(), policy('v=DMARC1; p=reject'), 'refused'],
  ];
  for (const [what, content, door, answer] of rows) {
    assert.equal(await answerTo(content, door), answer, what);
  }
  const gate = await gateOf(bySignature);
  assert.equal(gate.kind === 'proven' && gate.author, 'jane@mailbox.test');
});

test('with SPF the sender must be the author; letter case, a BATV tag and A-labels make no difference', async () => {
  for (const sender of [
    'jane@mailbox.test',
    'JANE@Mailbox.TEST',
    'prvs=0123abcdef=jane@mailbox.test',
    'btv1==01a2b3c4d5e==jane@mailbox.test',
  ]) {
    assert.equal(await answerTo(mail(), { sender, zone: SPF }), 'proven', sender);
  }
  for (const sender of [
    'joan@mailbox.test',
    'jane@other.test',
    'prvs==jane@mailbox.test',
    'btv1====jane@mailbox.test',
    'btv1==x==joan@mailbox.test',
    'jane',
  ]) {
    assert.equal(await answerTo(mail(), { sender, zone: SPF }), 'refused', sender);
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
    assert.equal(await answerTo(await signed(content), { zone: SPF }), 'refused', content);
  }
});

test('an automatic answer with a null reverse-path needs a signature and Auto-Submitted', async () => {
  const note = mail({ more: 'Auto-Submitted: auto-replied (vacation)\r\n' });
  assert.equal(await answerTo(await signed(note), { sender: '' }), 'proven');
  const hello = { sender: '', helo: 'mailbox.test', zone: SPF };
  assert.equal(await answerTo(note, hello), 'refused');
  assert.equal(await answerTo(await signed(mail()), { sender: '' }), 'refused');
  const generated = mail({ more: 'Auto-Submitted: auto-generated\r\n' });
  assert.equal(await answerTo(await signed(generated), { sender: '' }), 'refused');
});

test('a signed message of the owner to someone else proves nothing at a reply address', async () => {
  const toOthers = await signed(mail({ to: 'bob@example.org' }));
  assert.equal(await answerTo(toOthers), 'proven for others');
  // A field that is not signed may have been added later.
  assert.equal(await answerTo(`Cc: <${TOKEN}>\r\n${toOthers}`), 'proven for others');
  assert.equal(await answerTo(await signed(mail({ to: TOKEN.toUpperCase() }))), 'proven');
  assert.equal(
    await answerTo(await signed(mail({ to: 'x@y.test', more: `Cc: ${TOKEN}\r\n` }))),
    'proven',
  );
  // The host has just sent it, with any recipients in the header.
  assert.equal(await answerTo(toOthers, { zone: SPF }), 'proven');
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
  assert.equal(await answerTo(content), 'proven');
  assert.equal(await answerTo(`${content}And pay him.\r\n`), 'refused');
});

test('a subdomain or a sibling does not sign for the domain, and a parent domain does', async () => {
  const from = 'jane@staff.mailbox.test';
  const byNews = await signed(mail(), newsKey);
  assert.equal(await answerTo(byNews), 'refused');
  assert.equal(await answerTo(await signed(mail({ from }), newsKey), { sender: from }), 'refused');
  assert.equal(await answerTo(await signed(mail({ from })), { sender: from }), 'proven');
  // The same while the DNS look-up fails.
  assert.equal(await answerTo(byNews, { zone: { [newsKey.name]: { silent: true } } }), 'refused');
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
  assert.equal(await answerTo(await signed(mail()), relayed), 'proven');
  const toOthers = await signed(mail({ to: 'bob@example.org' }));
  assert.equal(await answerTo(toOthers, relayed), 'proven for others');
  assert.equal(await answerTo(mail(), relayed), 'refused');
  // The relay has proven itself, but not who uses it.
  const relay = { 'eu-west-1.amazonses.test': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } };
  assert.equal(await answerTo(mail(), { ...relayed, zone: { ...SPF, ...relay } }), 'refused');
  assert.equal(await answerTo(await signed(mail(), strangersKey), relayed), 'refused');
  const keys = { zone: { [ownerKey.name]: { silent: true } } } as const;
  assert.equal(await answerTo(await signed(mail()), { ...relayed, ...keys }), 'silent');
  // Without To in the signature, anyone who has the message could have added it.
  const noTo = await signedOver(mail(), ['from', 'subject'], []);
  assert.equal(await answerTo(noTo, relayed), 'refused');
  assert.equal(await answerTo(noTo, { ...relayed, ...keys }), 'refused');
  assert.equal(await answerTo(noTo), 'proven for others');
});

test('a failed DNS look-up defers if its answer could be the proof, and only then', async () => {
  const silent = (name: string) => ({ zone: { [name]: { silent: true } } }) as const;
  const noSpf = silent('mailbox.test');
  const [proven, strangers] = [await signed(mail()), await signed(mail(), strangersKey)];
  assert.equal(await answerTo(proven, silent(ownerKey.name)), 'silent');
  assert.equal(await answerTo(mail(), noSpf), 'silent');
  assert.equal(await answerTo(mail(), { ...noSpf, proof: 'dkim' }), 'refused');
  assert.equal(await answerTo(strangers, silent(strangersKey.name)), 'refused');
  assert.equal(await answerTo(proven, noSpf), 'proven', 'it needs no further look-up');
});

test('while the organizational domain cannot be looked up, a signature of a parent domain may be the proof', async () => {
  const zone = {
    '_dmarc.mailbox.test': { silent: true },
    '_dmarc.staff.mailbox.test': { silent: true },
  } as const;
  const sender = 'jane@staff.mailbox.test';
  const content = mail({ from: sender });
  const byDomain = await signed(content);
  assert.equal(await answerTo(byDomain, { sender, zone }), 'silent');
  for (const other of [
    byDomain.replace('Yes.', 'No.'),
    await signed(content, strangersKey),
    await signed(content, newsKey),
    content,
  ]) {
    assert.equal(await answerTo(other, { sender, zone }), 'refused');
  }
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
