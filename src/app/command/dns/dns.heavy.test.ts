import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { configOf } from '#app/config/reading.fixture.ts';
import { testDatabase } from '#support/database.ts';
import { publish, runDns } from '#support/veilpost-command.ts';
import { DnsServer } from '#support/dns-server.ts';
import { rsaKey } from '#support/signing.ts';
import { tempFolder } from '#support/temp-folder.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const SETTINGS = {
  ALIAS_DOMAINS: 'alias.test,second.test',
  PUBLIC_URL: 'https://veil.test',
  NEXT_HOP: 'mx:',
};
const ADDRESSES = 'mx.alias.test. IN A 192.0.2.10\nveil.test. IN AAAA 2001:db8::10\n';

/** An installation before its records are set. */
async function installation(t: TestContext, settings: Record<string, string> = {}) {
  const server = await DnsServer.during(t, {});
  const DATABASE_URL = await testDatabase((cleanUp) => t.after(cleanUp));
  const DNS_SERVERS = `127.0.0.1:${server.port}`;
  const read = configOf({ ...SETTINGS, DATABASE_URL, DNS_SERVERS, ...settings });
  const config = { ...read, newDatabase: true };
  const run = (...args: string[]) => runDns(config, args, () => NOW);
  const runUnder = (secret: string, ...args: string[]) =>
    runDns({ ...config, secretKeys: [secret] }, args, () => NOW);
  return { server, run, runUnder, DATABASE_URL };
}

/** The comment above the line of this record. */
function stateIn(out: string, record: string): string {
  const all = out.split('\n');
  const at = all.findIndex((line) => line.replace(/^; /, '').startsWith(record));
  return all[at - 1] ?? '';
}

test('every record is printed as a line of a zone file, and once all are set it says so', async (t) => {
  const { server, run, DATABASE_URL } = await installation(t);
  const first = await run();
  if (DATABASE_URL.startsWith('sqlite:')) {
    const folder = dirname(DATABASE_URL.slice('sqlite:'.length));
    assert.deepEqual(readdirSync(folder), ['test.sqlite'], 'the database is closed');
  }
  assert.equal(first.code, 1);
  assert.equal(first.error, 'Of 15 records, 15 are missing and 0 are different in the DNS.');
  assert.equal(first.out.match(/^; missing$/gm)?.length, 15);
  const zone = first.out.replaceAll(/^;.*\n/gm, '');
  const key =
    /^veilpost\._domainkey\.alias\.test\. IN TXT ("v=DKIM1; k=rsa; p=[\w+/]+" "[\w+/]+={0,2}")$/m;
  const [, p = ''] = key.exec(zone) ?? [];
  assert.equal(
    zone.replaceAll(p, 'KEY'),
    `alias.test. IN MX 10 mx.alias.test.
alias.test. IN TXT "v=spf1 a:mx.alias.test -all"
veilpost._domainkey.alias.test. IN TXT KEY
_dmarc.alias.test. IN TXT "v=DMARC1; p=reject"
second.test. IN MX 10 mx.alias.test.
second.test. IN TXT "v=spf1 a:mx.alias.test -all"
veilpost._domainkey.second.test. IN TXT KEY
_dmarc.second.test. IN TXT "v=DMARC1; p=reject"
b.alias.test. IN MX 10 mx.alias.test.
b.alias.test. IN TXT "v=spf1 a:mx.alias.test -all"
*.b.alias.test. IN MX 10 mx.alias.test.
*.b.alias.test. IN TXT "v=spf1 a:mx.alias.test -all"
mx.alias.test. IN TXT "v=spf1 a -all"
`,
  );
  publish(server, zone + ADDRESSES);
  const second = await run();
  assert.deepEqual([second.code, second.error], [0, '']);
  assert.equal(second.out.match(/^; ok$/gm)?.length, 15);
  assert.match(second.out, /^mx\.alias\.test\. IN A 192\.0\.2\.10$/m);
  assert.match(second.out, /^veil\.test\. IN AAAA 2001:db8::10$/m);
});

/** An installation with all its records. */
async function published(t: TestContext, settings: Record<string, string> = {}) {
  const { server, run } = await installation(t, settings);
  publish(server, (await run()).out + ADDRESSES);
  assert.equal((await run()).code, 0);
  return { server, run };
}

test('a different record is shown as it is found, and an equivalent one counts as present', async (t) => {
  const { server, run } = await published(t);
  const { names } = server;
  const state = async (record: string) => stateIn((await run()).out, record);
  const changed = async (name: string, type: 'MX' | 'TXT', given: readonly unknown[]) => {
    const before = { ...names[name] };
    names[name] = { ...before, [type]: given };
    const found = await state(`${name}. IN ${type}`);
    names[name] = before;
    return found;
  };
  const old = [5, 'old.test'];
  assert.equal(await changed('alias.test', 'MX', [old]), '; different, found: 5 old.test.');
  assert.equal(await changed('alias.test', 'MX', [old, [20, 'MX.alias.test']]), '; ok');
  const [dmarc, dkim] = ['_dmarc.alias.test', 'veilpost._domainkey.alias.test'];
  for (const [name, expected, ...texts] of [
    ['alias.test', 'ok', 'v=spf1 ip4:192.0.2.0/28 ?all', 'other=1'],
    ['alias.test', 'missing', 'other=1'],
    ['alias.test', 'different', 'v=spf1 -all'],
    ['alias.test', 'different', 'v=spf1 a:mx.alias.test +all'],
    ['alias.test', 'different', 'v=spf1 mx -all', 'v=spf1 a -all'],
    [dmarc, 'ok', 'v=DMARC1; p=reject; rua=mailto:a@home.test'],
    [dmarc, 'different', 'v=DMARC1; p=none'],
    [dmarc, 'different', 'v=DMARC1; p=reject; t=y'],
    [dkim, 'different', 'v=DKIM1; p='],
  ] as const) {
    const found = texts.map((text) => `"${text}"`).join(', ');
    const wanted = expected === 'different' ? `; different, found: ${found}` : `; ${expected}`;
    assert.equal(await changed(name, 'TXT', texts), wanted);
  }
  const hostile = await changed(dkim, 'TXT', ['\n\u001b[31m;"\\']);
  assert.equal(hostile, '; different, found: "??[31m;\\"\\\\"');
  assert.equal((await run()).code, 0);
});

test('if the DNS does not respond the records are printed all the same', async (t) => {
  const { server, run } = await published(t);
  server.names['_dmarc.second.test'] = { rcode: 2 };
  const { code, out, error } = await run();
  assert.equal(code, 69);
  assert.match(error, /DNS not responding for 1 of 15 records.*DNS_SERVERS/);
  assert.equal(stateIn(out, '_dmarc.second.test.'), '; no answer');
  // SERVFAIL for every query.
  server.behaviour = (_, reply) => [reply.fill((reply[3] ?? 0) | 2, 3, 4)];
  server.names['_dmarc.second.test'] = {};
  const silent = await run();
  assert.equal(silent.code, 69);
  assert.equal(silent.out.match(/^; no answer$/gm)?.length, 15);
  assert.match(silent.out, /^alias\.test\. IN MX 10 mx\.alias\.test\.$/m);
  assert.equal(
    (await run('--new-key')).error,
    'DNS not responding, so the key that signs is unknown: nothing was changed.',
  );
  assert.match((await run()).out, /^veilpost\._domainkey/m);
});

test('the next key has a selector with the date, and the old one is named until it is no longer needed', async (t) => {
  const { server, run } = await published(t);
  const { code, out } = await run('--new-key');
  assert.equal(code, 1);
  const next = 'veilpost-20261122._domainkey';
  assert.equal(stateIn(out, `${next}.alias.test. IN TXT "v=DKIM1`), '; missing');
  assert.match(
    out,
    /^; ok, and signs until the DNS has the next key\nveilpost\._domainkey\.alias\.test\. IN TXT/m,
  );
  // A key that never signed is replaced by a later one.
  const another = await run('--new-key');
  assert.doesNotMatch(another.out, /^veilpost-20261122\./m);
  assert.match(another.out, /^veilpost\._domainkey\.alias/m);
  const lines = another.out.split('\n').filter((line) => line.startsWith('veilpost-20261122-2.'));
  publish(server, lines.join('\n'));
  const done = await run();
  assert.equal(done.code, 0);
  assert.match(done.out, /^; not needed from .*: veilpost\._domainkey\.alias\.test\. IN TXT$/m);
  delete server.names['veilpost._domainkey.alias.test'];
  delete server.names['veilpost._domainkey.second.test'];
  const withdrawn = await run();
  assert.equal(withdrawn.code, 0);
  assert.doesNotMatch(withdrawn.out, /veilpost\._domainkey/);
});

test('if SECRET_KEY is lost, the keys under it cannot be decrypted, and the next one is made all the same', async (t) => {
  const { run, runUnder } = await installation(t);
  assert.match((await run()).out, /^veilpost\._domainkey\.alias\.test\. IN TXT/m);
  const other = 'y'.repeat(43);
  assert.equal((await runUnder(other)).code, 78);
  const { out } = await runUnder(other, '--new-key');
  assert.match(out, /^veilpost-20261122\._domainkey\.alias\.test\. IN TXT/m);
});

test('the record of the operator’s own key file is printed, and only the operator makes the next key', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const file = join(folder, 'dkim.pem');
  const keys = rsaKey(3072);
  writeFileSync(file, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { run } = await published(t, { DKIM_KEY: `${file},selector=own` });
  const { out } = await run();
  const [, strings = ''] = /^own\._domainkey\.alias\.test\. IN TXT (.+)$/m.exec(out) ?? [];
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  assert.equal(strings.replaceAll(/" ?"?/g, ''), `v=DKIM1; k=rsa; p=${spki}`);
  const { code, error } = await run('--new-key');
  assert.equal(code, 78);
  assert.match(error, /^DKIM_KEY names a file: .* selector=/);
});

test('while MAIL_HOST has no address no SPF record is right: it allows none of our hosts to send', async (t) => {
  const { server, run } = await published(t);
  server.names['mx.alias.test'] = { TXT: ['v=spf1 a -all'] };
  assert.match(stateIn((await run()).out, 'alias.test. IN TXT "v=spf1'), /^; different/);
});

test('with a relay, SPF must include the relay, and any record that does not allow everyone is right', async (t) => {
  const { server, run } = await published(t, { NEXT_HOP: 'smtp://relay.test' });
  const TXT = ['v=spf1 include:relay.test -all'];
  server.names['alias.test'] = { ...server.names['alias.test'], TXT };
  server.names['relay.test'] = { TXT: ['v=spf1 ip4:198.51.100.7 -all'] };
  const { code, out } = await run();
  assert.equal(code, 0);
  assert.match(out, /^; NEXT_HOP is a relay: the SPF records must allow its addresses too$/m);
});

test('names of one host are looked up once, and an address without a name is not looked up', async (t) => {
  const settings = {
    ALIAS_DOMAINS: 'alias.test',
    MAIL_HOST: 'alias.test',
    PUBLIC_URL: 'http://192.0.2.1:8080',
  };
  const { run } = await installation(t, settings);
  const { out } = await run();
  assert.equal(out.match(/^alias\.test\. IN TXT/gm)?.length, 1);
  assert.doesNotMatch(out, /192\.0\.2\.1/);
});
