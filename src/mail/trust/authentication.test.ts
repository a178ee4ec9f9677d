import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { halves, testKey, withDkim } from '#support/signing.ts';
import { mx, type Node, type Zone, zoneResolver } from '#support/zone-resolver.ts';
import type { Resolve } from '../dns/answer.ts';
import { Authentication } from './authentication.ts';

const QUESTION = { address: '192.0.2.1', helo: 'out.example.org', sender: 'ann@example.org' };
const MAIL = 'From: Ann <ann@mail.example.org>\r\nSubject: hello\r\n\r\n.hello\r\n';
const key = testKey('ed25519', 'news.example.org');
const ZONE: Zone = {
  [key.name]: { TXT: [key.record] },
  'example.org': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; np=none'] },
  'mail.example.org': { A: ['192.0.2.1'] },
};

function inspected(mail: string, resolve: Resolve, clock = new FakeClock()) {
  const { header, body } = halves(mail);
  const inspection = new Authentication(QUESTION, { resolve, clock });
  inspection.header(header);
  return { inspection, end: () => (inspection.body(body), inspection.end()) };
}

const signed = (mail = MAIL) =>
  withDkim(mail, key.signer, { form: 'relaxed', now: new FakeClock().date() });

test('one inspection runs all checks of a message, and hashes its body for our signature', async () => {
  const found = await inspected(await signed(), zoneResolver(ZONE)).end();
  assert.deepEqual(found.author, { kind: 'one', domain: 'mail.example.org' });
  const { spf, dkim, dmarc, arc } = found;
  const all = [spf.result, dkim[0]?.result, dmarc.result, arc.result];
  assert.deepEqual(all, ['pass', 'pass', 'pass', 'none']);
  assert.deepEqual(dmarc.aligned, { spf: true, signatures: [true] });
  assert.deepEqual([found.body.form, found.body.digest.limit], ['relaxed', Infinity]);
  assert.equal(found.body.digest.value?.length, 32);
});

test('all queries start after the header: a slow body does not use up their time', async () => {
  const questions: string[] = [];
  const clock = new FakeClock();
  const resolve = zoneResolver(ZONE, (one) => questions.push(one));
  const { end } = inspected(await signed(), resolve, clock);
  for (let i = 0; i < 100; i++) await new Promise(setImmediate);
  const asked = questions.length;
  assert.equal(new Set(questions).size, asked, 'none twice');
  clock.advance(600_000);
  const { dmarc } = await end();
  assert.equal(dmarc.result, 'pass');
  assert.equal(questions.length, asked, questions.slice(asked).join());
});

test('keys are looked up for a message whose header comes late, as through a scanning proxy', async () => {
  const clock = new FakeClock();
  const { header, body } = halves(await signed());
  const inspection = new Authentication(QUESTION, { resolve: zoneResolver(ZONE), clock });
  clock.advance(10_000);
  inspection.header(header);
  inspection.body(body);
  const { dkim, dmarc } = await inspection.end();
  assert.deepEqual([dkim[0]?.result, dmarc.result], ['pass', 'pass']);
});

test('a query without an answer in ten seconds is a temporary error, not a failure', async () => {
  const clock = new FakeClock();
  const silent: Resolve = () => new Promise(() => {});
  const { end } = inspected(await signed(), silent, clock);
  const judging = end();
  clock.advance(10_000);
  const { spf, dkim, dmarc } = await judging;
  const all = [spf.result, dkim[0]?.result, dmarc.result, dmarc.policy];
  assert.deepEqual(all, ['temperror', 'temperror', 'temperror', 'unknown']);
});

test('neither a late header nor the queries of the sender’s record keep us from the policy of the author', async () => {
  /** Nine terms of its SPF record, each with ten hosts. */
  const terms = Array.from({ length: 9 }, (_, i) => `${i}.evil.test`);
  const hosts = Array.from({ length: 10 }, (_, i) => `h${i}`);
  const costly: Record<string, Node> = {
    'evil.test': { TXT: [`v=spf1 ${terms.map((term) => `mx:${term}`).join(' ')} -all`] },
  };
  for (const term of terms) {
    costly[term] = { MX: mx(...hosts.map((host): [number, string] => [10, `${host}.${term}`])) };
    for (const host of hosts) costly[`${host}.${term}`] = { A: ['198.51.100.9'] };
  }
  for (const [sender, lateMs] of [
    ['ann@evil.test', 0],
    ['ann@none.test', 10_000],
    ['', 10_000],
  ] as const) {
    const clock = new FakeClock();
    const { header, body } = halves(MAIL);
    const resolve = zoneResolver({ ...ZONE, ...costly });
    const inspection = new Authentication({ ...QUESTION, sender }, { resolve, clock });
    for (let i = 0; i < 100; i++) await new Promise(setImmediate);
    clock.advance(lateMs);
    inspection.header(header);
    inspection.body(body);
    const { dmarc } = await inspection.end();
    assert.deepEqual([dmarc.result, dmarc.policy], ['fail', 'reject'], `${sender} ${lateMs}`);
  }
});

test('a message without exactly one author has no DMARC result, and costs no policy query', async () => {
  const questions: string[] = [];
  const mail = MAIL.replace('Ann <ann@mail.example.org>', 'a@a.test, b@b.test');
  const resolve = zoneResolver(ZONE, (one) => questions.push(one));
  const found = await inspected(mail, resolve).end();
  assert.equal(found.author.kind, 'several');
  const aligned = { spf: false, signatures: [] };
  assert.deepEqual(found.dmarc, { author: '', result: 'none', policy: undefined, aligned });
  assert.deepEqual(questions, ['TXT example.org']);
});

test('a signature by a domain above or below the author is found under eight others', async () => {
  for (const domain of ['example.org', 'a.mail.example.org', 'mail.example.org']) {
    const { signer, name, record } = testKey('ed25519', domain);
    const own = await withDkim(MAIL, signer, { form: 'relaxed', now: new FakeClock().date() });
    const resolve = zoneResolver({ ...ZONE, [name]: { TXT: [record] } });
    const { dkim } = await inspected('DKIM-Signature: v=2\r\n'.repeat(8) + own, resolve).end();
    assert.deepEqual([dkim[0]?.result, dkim[0]?.domain], ['pass', domain]);
  }
});

/** A hundred of the slowest key below the limits; its numbers are arbitrary. */
function slowKeys(): Zone {
  const n = Buffer.alloc(512, 0xab).toString('base64url');
  const spki = createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' });
  const TXT = [`p=${spki.export({ type: 'spki', format: 'der' }).toString('base64')}`];
  const names = Array.from({ length: 100 }, (_, i) => `s${i}._domainkey.d${i}.test`);
  return Object.fromEntries(names.map((name) => [name, { TXT }]));
}

/** The results of a message, which take less than 100 ms of CPU. */
async function cheaply(mail: string, resolve: Resolve) {
  const before = process.threadCpuUsage();
  const found = await inspected(mail, resolve).end();
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 100_000, `${user + system} us`);
  return found;
}

const B = 'q'.repeat(683);

test('eight of a hundred signatures with slow keys are judged, in less than 100 ms', async () => {
  const questions: string[] = [];
  const resolve = zoneResolver(slowKeys(), (one) => questions.push(one));
  const bh = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  const how = `a=rsa-sha256; c=relaxed/relaxed; h=${'from:'.repeat(20)}from; bh=${bh}; b=${B}`;
  const signatures = Array.from(
    { length: 100 },
    (_, i) => `DKIM-Signature: v=1; d=d${i}.test; s=s${i}; ${how}\r\n`,
  );
  const { dkim } = await cheaply(`${signatures.join('')}From: ann@example.org\r\n\r\n`, resolve);
  const found = dkim.map(({ result, reason }) => `${result} ${reason}`);
  assert.deepEqual(found, Array(8).fill('fail header-changed'));
  assert.equal(questions.filter((one) => one.includes('_domainkey')).length, 8);
});

test('fifty sets of a chain with slow keys take less than 100 ms', async () => {
  const sets = Array.from({ length: 50 }, (_, at) => {
    const i = 50 - at;
    const who = `a=rsa-sha256; d=d${i}.test; s=s${i}; b=${B}`;
    return (
      `ARC-Seal: i=${i}; cv=${i === 1 ? 'none' : 'pass'}; ${who}\r\n` +
      `ARC-Message-Signature: i=${i}; h=from; bh=AAAA; ${who}\r\n` +
      `ARC-Authentication-Results: i=${i}; x.test; none\r\n`
    );
  });
  const mail = `${sets.join('')}From: ann@example.org\r\n\r\n`;
  assert.equal((await cheaply(mail, zoneResolver(slowKeys()))).arc.result, 'fail');
});

test('all queries of a message count for its client\u2019s /24 or /48, and for this message', async () => {
  for (const [address, block] of [
    ['192.0.2.1', '192.0.2.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ] as const) {
    const askers = new Set<unknown>();
    const zone = zoneResolver(ZONE);
    const resolve: Resolve = (name, type, asker) => {
      askers.add(asker);
      return zone(name, type);
    };
    for (let message = 0; message < 2; message++) {
      const { header, body } = halves(await signed());
      const question = { ...QUESTION, address };
      const inspection = new Authentication(question, { resolve, clock: new FakeClock() });
      inspection.header(header);
      inspection.body(body);
      await inspection.end();
    }
    assert.deepEqual([...askers], [{ block }, { block }]);
  }
});
