import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { halves, rsaKey, testKey, verified } from '#support/signing.ts';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { HeaderBlock } from '../../message/header-block.ts';
import { selectFields } from '../signature/canonical-header.ts';
import { signedField, signerOf } from '../signature/signer.ts';

const { signer, name, record } = testKey('rsa', 'example.org');
const KEY = { [name]: { TXT: [record] } };
const NOW = 1_000_000_000_000;
const BODY = 'Hello\r\n';
const MAIL = `From: ann@example.org\r\nSubject: hello\r\n\r\n${BODY}`;

const digest = (body: string) => createHash('sha256').update(body).digest('base64');
/** Tags of a signature that passes. */
const TAGS = { v: '1', c: 'relaxed/relaxed', h: 'from:subject', bh: digest(BODY) };
type Changed = Partial<Record<'v' | 'c' | 'h' | 'bh' | 'l' | 'i' | 'q' | 'x' | 't' | 'z', string>>;

/** The message with a signature of these tags above it, without empty tags. */
async function signed(changes: Changed = {}, by = signer, mail = MAIL): Promise<string> {
  const tags = Object.entries({ ...TAGS, ...changes }).filter(([, value]) => value !== '');
  const block = HeaderBlock.read(halves(mail).header);
  const names = (changes.h ?? TAGS.h).toLowerCase().split(':');
  const field = await signedField('DKIM-Signature', tags, selectFields(block, names), by);
  return `${field.raw}\r\n${mail}`;
}

async function results(mail: string, zone: Zone = KEY): Promise<string[]> {
  const { dkim } = await verified(mail, zoneResolver(zone), { now: NOW });
  return dkim.map(({ result, reason = '', partial }) =>
    `${result} ${reason}${partial ? 'partial' : ''}`.trim(),
  );
}
const withRecord = (text: string): Zone => ({ [name]: { TXT: [text] } });
const one = async (mail: string, zone?: Zone) => (await results(mail, zone)).join();

test('a signature passes, with names of any case, unknown tags and its i= below d=', async () => {
  for (const changes of [
    {},
    { h: 'FROM:Subject:x', z: 'x', i: 'bob@a.example.org' },
    { x: '1000000000', t: '1', q: 'x:dns/txt' },
  ]) {
    assert.equal(await one(await signed(changes)), 'pass', JSON.stringify(changes));
  }
  assert.deepEqual(await results(MAIL), []);
});

test('the result names the signer, whose key is looked up once', async () => {
  const asked: string[] = [];
  const resolve = zoneResolver(KEY, (question) => asked.push(question));
  const { dkim } = await verified(await signed(), resolve, { now: NOW });
  assert.deepEqual([dkim[0]?.domain, dkim[0]?.selector], ['example.org', 'rsa']);
  assert.deepEqual(asked, ['TXT rsa._domainkey.example.org']);
});

test('policy: rsa-sha1, an RSA key below 1024 bits, and an expired signature', async () => {
  const sha1 = (await signed()).replace('rsa-sha256', 'rsa-sha1');
  assert.equal(await one(sha1), 'policy weak-algorithm');
  assert.equal(await one(await signed({ x: '999999999' })), 'policy expired');
  const { privateKey, publicKey } = rsaKey(768);
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const weak = await signed({}, signerOf(privateKey, 'example.org', 'rsa'));
  assert.equal(await one(weak, withRecord(`p=${p}`)), 'policy weak-key');
});

test('neutral: a signature that cannot be processed, and a key in testing mode', async () => {
  for (const [changes, reason] of [
    [{ v: '2' }, 'unknown-version'],
    [{ v: '' }, 'unknown-version'],
    [{ h: 'subject' }, 'from-not-covered'],
    [{ i: '@other.org' }, 'foreign-identity'],
    [{ i: '@notexample.org' }, 'foreign-identity'],
    [{ i: 'example.org' }, 'foreign-identity'],
    [{ c: 'x/relaxed' }, 'unknown-canonicalization'],
    [{ c: 'relaxed/relaxed/relaxed' }, 'unknown-canonicalization'],
    [{ q: 'dns/other' }, 'unknown-query'],
    [{ l: '-1' }, 'syntax'],
    [{ bh: '' }, 'syntax'],
  ] as const) {
    assert.equal(await one(await signed(changes)), `neutral ${reason}`, JSON.stringify(changes));
  }
  const plain = await signed();
  assert.equal(await one(plain.replace('rsa-sha256', 'rsa-md5')), 'neutral unknown-algorithm');
  assert.equal(await one(plain.replace('v=1;', 'v=1; v=1;')), 'neutral syntax');
  const testing = withRecord(record.replace('k=rsa', 't=y'));
  assert.equal(await one(plain, testing), 'neutral testing');
  assert.equal(await one(`${plain}more\r\n`, testing), 'fail body-changed');
  const changed = plain.replace('Subject: h', 'Subject: j');
  assert.equal(await one(changed, testing), 'fail header-changed');
});

test('permerror: no key, a revoked or wrong one, and l= beyond the body', async () => {
  const plain = await signed();
  assert.equal(await one(plain, {}), 'permerror no-key');
  const strict = record.replace('k=rsa', 't=s');
  for (const [text, expected] of [
    ['p=', 'permerror revoked'],
    ['x', 'permerror syntax'],
    [`h=sha1; ${record.slice(9)}`, 'permerror other-use'],
    [testKey('ed25519', 'example.org').record, 'permerror wrong-key-type'],
    [strict, 'pass'],
  ] as const) {
    assert.equal(await one(plain, withRecord(text)), expected, text);
  }
  const below = await signed({ i: '@a.example.org' });
  assert.equal(await one(below, withRecord(strict)), 'permerror foreign-identity');
  assert.equal(await one(await signed({ l: '8' })), 'permerror short-body');
});

test('temperror: the DNS does not respond; fail: the body or a covered field was changed', async () => {
  const plain = await signed();
  assert.equal(await one(plain, { [name]: { silent: true } }), 'temperror no-answer');
  assert.equal(await one(`${plain}more\r\n`), 'fail body-changed');
  assert.equal(await one(plain.replace('Subject: h', 'Subject: j')), 'fail header-changed');
  assert.equal(await one(plain.replace('h=from:subject', 'h=from')), 'fail header-changed');
});

test('a signature over a part of the body passes, and its result is marked as partial', async () => {
  const part = await signed({ l: '5', bh: digest('Hello') });
  assert.equal(await one(part), 'pass partial');
  assert.equal(await one(`${part}An advertisement\r\n`), 'pass partial');
  assert.equal(await one(await signed({ l: '7' })), 'pass', 'the whole body');
  assert.equal(await one(await signed({ l: '0', bh: digest('') })), 'pass partial');
});

test('eight of many signatures are judged, possible proofs of the author first', async () => {
  const stranger = testKey('ed25519', 'stranger.test');
  let mail = await signed();
  for (let i = 0; i < 20; i++) mail = await signed({}, stranger.signer, mail);
  const resolve = zoneResolver({ ...KEY, [stranger.name]: { TXT: [stranger.record] } });
  const { dkim } = await verified(mail, resolve, { now: NOW, author: 'example.org' });
  const found = dkim.map(({ result, domain }) => `${result} ${domain}`);
  assert.deepEqual(found, ['pass example.org', ...Array(7).fill('pass stranger.test')]);
});

test('a possible proof of the author is found below any number of other signatures', async () => {
  const flawed = 'DKIM-Signature: v=2\r\n';
  const judged = async (above: number) => {
    const mail = flawed.repeat(above) + (await signed());
    const { dkim } = await verified(mail, zoneResolver(KEY), { now: NOW, author: 'example.org' });
    return dkim[0]?.result;
  };
  for (const above of [31, 32, 33, 900]) assert.equal(await judged(above), 'pass', `${above}`);
});

test('without c= both forms are simple, and if it names one, the body is simple', async () => {
  const mail = 'From:  ann@example.org\r\n\r\nHello  you\r\n';
  const simple = digest('Hello  you\r\n');
  const headerOnly = await signed({ c: 'relaxed', h: 'from', bh: simple }, signer, mail);
  assert.equal(await one(headerOnly), 'pass');
  // Our signer has relaxed headers only: this signature fails at the header, and so not at the body.
  const neither = await signed({ c: '', h: 'from', bh: simple }, signer, mail);
  assert.equal(await one(neither), 'fail header-changed');
});

test('a third value of l= exceeds the limit', async () => {
  let mail = MAIL;
  for (const [l, part] of [
    ['1', 'H'],
    ['2', 'He'],
    ['3', 'Hel'],
  ] as const) {
    mail = await signed({ l, bh: digest(part) }, signer, mail);
  }
  assert.deepEqual(await results(mail), ['pass partial', 'pass partial', 'policy too-many-limits']);
});

test('an incompletely parsed header is not judged', async () => {
  const mail = (await signed()).replace('\r\n\r\n', `\r\nX: ${'x'.repeat(1_048_576)}\r\n\r\n`);
  assert.equal(await one(mail), 'policy header-too-large');
});
