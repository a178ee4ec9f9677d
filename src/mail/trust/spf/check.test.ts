import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { checkHost, type SpfQuestion } from './check.ts';

const QUESTION = { address: '192.0.2.1', sender: 'ann@d.example', helo: 'mx.d.example' };

const check = (zone: Zone, question: Partial<SpfQuestion> = {}) =>
  checkHost({ ...QUESTION, ...question }, zoneResolver(zone));
const result = async (record: string, zone: Zone = {}, question: Partial<SpfQuestion> = {}) =>
  (await check({ 'd.example': { TXT: [`v=spf1 ${record}`] }, ...zone }, question)).result;

/** `priority name` of each. */
const exchanges = (...texts: string[]) =>
  texts.map((text) => ({ priority: parseInt(text, 10), exchange: text.replace(/^\d+ /, '') }));

test('the check uses the domain of the sender, and that of the greeting for the null sender', async () => {
  const zone = { 'd.example': { TXT: ['v=spf1 -all'] }, 'mx.d.example': { TXT: ['v=spf1 +all'] } };
  const ofSender = { result: 'fail', domain: 'd.example', identity: 'mailfrom' };
  assert.deepEqual(await check(zone), ofSender);
  const ofGreeting = { result: 'pass', domain: 'mx.d.example', identity: 'helo' };
  assert.deepEqual(await check(zone, { sender: '', helo: 'MX.D.Example.' }), ofGreeting);
});

test('a sender without a usable domain has no result', async () => {
  const long = `${'x'.repeat(64)}.example`;
  const names = ['', 'd.example', 'localhost', '[192.0.2.1]', 'd..example', long];
  const zone = Object.fromEntries(names.map((name) => [name, { TXT: ['v=spf1 -all'] }]));
  const senders = [
    'ann',
    'd.example',
    'ann@none.example',
    ...names.slice(2).map((name) => `ann@${name}`),
  ];
  for (const question of [
    ...senders.map((sender) => ({ sender })),
    { sender: '', helo: '[192.0.2.1]' },
    { address: 'unknown' },
  ]) {
    assert.equal((await check(zone, question)).result, 'none', JSON.stringify(question));
  }
});

test('%{p} is the domain itself if the client has its name, in any case in the record', async () => {
  const zone: Zone = {
    'h.example': { A: ['192.0.2.1'], TXT: ['v=spf1 exists:%{p}.p.example -all'] },
    'a.h.example': { A: ['192.0.2.1'] },
    '1.2.0.192.in-addr.arpa': { PTR: ['x.test', 'a.h.example', 'h.example'] },
    'h.example.p.example': { A: ['127.0.0.2'] },
  };
  for (const domain of ['h.example', 'H.Example', 'H.EXAMPLE.']) {
    assert.equal(await result(`redirect=${domain}`, zone), 'pass', domain);
  }
});

test('eleven terms with DNS queries are too many', async () => {
  const zone = {
    'h.example': { A: ['198.51.100.1'] },
    '1.2.0.192.in-addr.arpa': { PTR: ['h.example'] },
  };
  for (const term of ['a:h.example ', 'ptr:h.example ']) {
    assert.equal(await result(`${term.repeat(10)}-all`, zone), 'fail');
    assert.equal(await result(`${term.repeat(11)}-all`, zone), 'permerror');
  }
  assert.equal(await result('include:d.example'), 'permerror', 'a circle');
  assert.equal(await result('redirect=d.example'), 'permerror', 'a circle');
});

test('three void look-ups are too many', async () => {
  assert.equal(await result('a:x.example mx:x.example -all'), 'fail');
  assert.equal(await result('a:x.example mx:x.example exists:x.example -all'), 'permerror');
  assert.equal(await result('a:x.example a:%{p}.x.example -all'), 'fail');
  assert.equal(await result('a:x.example ptr ptr -all'), 'permerror');
});

test('more than ten mail exchanges are too many if none of the first ten is the client', async () => {
  for (const [count, client, expected] of [
    [10, 'h0.example', 'pass'],
    [11, 'h1.example', 'pass'],
    [11, 'h0.example', 'permerror'],
    [10, 'h.example', 'fail'],
  ] as const) {
    const hosts = Array.from({ length: count }, (_, i) => `${count - i} h${i}.example`);
    const zone = { 'm.example': { MX: exchanges(...hosts) }, [client]: { A: ['192.0.2.1'] } };
    assert.equal(await result('mx:m.example -all', zone), expected, `${count} ${client}`);
  }
});

test('the check reads ten names of a client', async () => {
  const names = (count: number): Zone => ({
    '1.2.0.192.in-addr.arpa': {
      PTR: [...Array.from({ length: count }, (_, i) => `h${i}.example`), 'out.d.example'],
    },
    'out.d.example': { A: ['192.0.2.1'] },
  });
  assert.equal(await result('ptr -all', names(9)), 'pass');
  assert.equal(await result('ptr -all', names(10)), 'fail');
});

test('a sender beyond US-ASCII: the query has the A-labels of the domain, and no macro matches the local part', async () => {
  const domain = 'xn--bcher-kva.example';
  const terms = 'exists:%{l}.e.example include:%{l}.e.example exists:%{d}.e.example -all';
  const zone = {
    [domain]: { TXT: [`v=spf1 ${terms}`] },
    [`${domain}.e.example`]: { A: ['127.0.0.2'] },
  };
  const found = { result: 'pass', domain, identity: 'mailfrom' };
  assert.deepEqual(await check(zone, { sender: 'jörg@Bücher.example' }), found);
  const redirect = { 'd.example': { TXT: ['v=spf1 redirect=%{l}.e.example'] } };
  assert.equal((await check(redirect, { sender: 'jörg@d.example' })).result, 'neutral');
});

test('one check costs at most 111 queries', async () => {
  const zone: Record<string, Zone[string]> = {
    'd.example': { TXT: [`v=spf1 ${'mx:m.example '.repeat(20)}-all`] },
    'm.example': { MX: exchanges(...Array.from({ length: 10 }, (_, i) => `${i} h${i}.example`)) },
  };
  let questions = 0;
  const resolve = zoneResolver(zone, () => (questions += 1));
  assert.equal((await checkHost(QUESTION, resolve)).result, 'permerror');
  assert.equal(questions, 111);
});
