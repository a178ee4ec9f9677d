import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { settingNames } from './config.ts';
import { configOf, refusal } from './reading.fixture.ts';
import type { Environment } from './values.ts';

test('defaults are the documented ones', () => {
  const switches = { passwords: false, anonymous: false, autoconfirm: false };
  const defaults = {
    httpHost: '127.0.0.1',
    smtpHost: '127.0.0.1',
    adminHost: '127.0.0.1',
    httpPort: 3000,
    smtpPort: 2525,
    mailboxPort: 8025,
    adminPort: 9090,
    publicUrl: undefined,
    names: { domains: ['alias.localhost'], numbers: { first: 1000, last: 9999 } },
    databaseUrl: 'sqlite:./data/veilpost.sqlite',
    newDatabase: true,
    nextHop: { kind: 'mailbox' },
    wayOut: { dane: 'auto', mtaSts: true, tlsReports: false },
    dnsServers: [],
    filter: { address: undefined, dnsLists: [] },
    outgoingAddresses: [],
    mailHost: 'mx.alias.localhost',
    bounceDomain: 'b.alias.localhost',
    operatorEmail: undefined,
    mtaStsIn: 'testing',
    tls: undefined,
    trustedProxies: [],
    proxyProtocol: 'off',
    anonKey: undefined,
    secretKeys: [],
    testMail: 'live',
    madeIn: { name: 'Vite', href: 'https://vite.dev/' },
    smsHook: undefined,
    ownership: 'open',
    aliasesPerOwner: 1,
    history: false,
    auth: { on: true, switches, providers: [], redirects: [], captcha: undefined },
    trust: { checks: false, dkimKeyPath: undefined, dkimSelector: 'veilpost', trustedSealers: [] },
    replies: { on: false, proof: 'any' },
    rateLimits: true,
    reusePort: false,
    logMail: 'failures',
    maxMessageBytes: 52_428_800,
    maxInflightBytes: 268_435_456,
  };
  const config = configOf({ HOME: '/root', HTTP_PORT: '' });
  const added = Object.keys(config).filter((name) => !(name in defaults));
  assert.deepEqual(added, [], `${added.join()}: add the default to this test`);
  assert.deepEqual(config, defaults);
});

test('variables override the defaults', () => {
  const config = configOf({
    HOST: '::',
    SMTP_PORT: '25',
    PUBLIC_URL: 'https://veil.example/',
    ALIAS_DOMAINS: 'A.Example, bücher.example',
    ALIAS_NUMBERS: '100000-999999',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1, protocol = smtp',
    OPERATOR_EMAIL: 'me@home.example',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    RATE_LIMITS: 'off',
    TEST_MAIL: 'simulated',
    MAX_MESSAGE_BYTES: '500000000',
    ANON_KEY: 'a.b-c',
    SECRET_KEY: `${'x'.repeat(32)}, ${'y'.repeat(40)}`,
    LOG_MAIL: 'words',
    REUSE_PORT: 'on',
    NEXT_HOP: 'smtp://me:p%3Aw@mail.example:587',
  });
  assert.deepEqual([config.httpHost, config.smtpHost, config.adminHost], ['::', '::', '127.0.0.1']);
  assert.equal(config.smtpPort, 25);
  assert.equal(config.publicUrl, 'https://veil.example');
  assert.deepEqual(config.names.domains, ['a.example', 'xn--bcher-kva.example']);
  assert.deepEqual(config.names.numbers, { first: 100_000, last: 999_999 });
  assert.equal(config.mailHost, 'mx.a.example');
  assert.equal(config.bounceDomain, 'b.a.example');
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  assert.equal(config.proxyProtocol, 'smtp');
  assert.deepEqual([config.logMail, config.reusePort], ['words', true]);
  assert.deepEqual(config.nextHop, {
    kind: 'relay',
    host: 'mail.example',
    port: 587,
    tls: 'required',
    credentials: { user: 'me', password: 'p:w' },
  });
  assert.equal(config.operatorEmail, 'me@home.example');
  assert.deepEqual(config.tls, { certPath: 'cert.pem', keyPath: 'key.pem' });
  assert.equal(config.rateLimits, false);
  assert.equal(config.testMail, 'simulated');
  assert.equal(config.maxInflightBytes, 500_000_000, 'room for one message at least');
  assert.equal(config.anonKey, 'a.b-c');
  assert.deepEqual(config.secretKeys, ['x'.repeat(32), 'y'.repeat(40)]);
});

test('mail and the admin server may listen on addresses of their own', () => {
  for (const [HOST, ...expected] of [
    ['192.0.2.1, smtp=::, admin = 10.0.0.5', '192.0.2.1', '::', '10.0.0.5'],
    ['admin=localhost,::1', '::1', '::1', 'localhost'],
    ['smtp=0.0.0.0', '127.0.0.1', '0.0.0.0', '127.0.0.1'],
    ['smtp=fe80::1%eth0', '127.0.0.1', 'fe80::1%eth0', '127.0.0.1'],
  ] as const) {
    const { httpHost, smtpHost, adminHost } = configOf({ HOST });
    assert.deepEqual([httpHost, smtpHost, adminHost], expected);
  }
});

test('with a real next hop addresses are confirmed, mail is judged, owners reply and see its history, unless the operator sets it otherwise', () => {
  const chosen = (env: Environment) => {
    const { ownership, trust, replies, history, newDatabase } = configOf(env);
    return [ownership, trust.checks, replies.on, history, newDatabase];
  };
  const off = { OWNERSHIP: 'open', MAIL_CHECKS: 'off', HISTORY: 'off' };
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.deepEqual(chosen({ NEXT_HOP }), ['confirmed', true, true, true, false]);
    assert.deepEqual(chosen({ NEXT_HOP, ...off }), ['open', false, false, false, false]);
    assert.equal(configOf({ NEXT_HOP, REPLIES: 'off' }).replies.on, false);
    assert.deepEqual(configOf({ NEXT_HOP, REPLIES: 'dkim' }).replies, { on: true, proof: 'dkim' });
  }
  const on = { NEXT_HOP: 'mailbox:', OWNERSHIP: 'confirmed', MAIL_CHECKS: 'on', HISTORY: 'on' };
  assert.deepEqual(chosen(on), ['confirmed', true, true, true, true]);
});

test('addresses cannot be confirmed without our sessions; on PostgreSQL a Supabase may provide them', () => {
  for (const asked of [{ OWNERSHIP: 'confirmed' }, { NEXT_HOP: 'mx:' }]) {
    assert.match(
      refusal({ ...asked, AUTH: 'off' }),
      /^OWNERSHIP is confirmed, which requires sessions: set AUTH=on, or OWNERSHIP=open [^\n]+\.$/,
    );
    const DATABASE_URL = 'postgres://veilpost@db.example/veilpost';
    assert.equal(configOf({ ...asked, AUTH: 'off', DATABASE_URL }).ownership, 'confirmed');
  }
  assert.equal(configOf({ NEXT_HOP: 'mx:', AUTH: 'off', OWNERSHIP: 'open' }).auth.on, false);
});

test('the hook for phones is an address and a secret, which no message repeats', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const { smsHook } = configOf({ AUTH_SMS_HOOK: `https://hook.test/codes|whsec_${secret}` });
  assert.equal(smsHook?.url.href, 'https://hook.test/codes');
  const message = refusal({ AUTH_SMS_HOOK: `http://hook.test/codes|${secret}` });
  assert.match(message, /^AUTH_SMS_HOOK cannot be used: it must be an https:/);
  assert.ok(!message.includes(secret));
});

test('passwords, anonymous users and sign-up without a letter are for this machine and its try-out mailbox alone', () => {
  const elsewhere = [
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.2,smtp=127.0.0.1' },
    { HOST: 'smtp=::' },
    { NEXT_HOP: 'mx:' },
    { NEXT_HOP: 'smtp://127.0.0.1' },
  ];
  for (const word of ['passwords', 'anonymous', 'autoconfirm'] as const) {
    const AUTH = `on, ${word}`;
    assert.equal(configOf({ AUTH }).auth.switches[word], true);
    const sentence = new RegExp(`^AUTH can have ${word} only if HOST is a loopback`);
    for (const env of elsewhere) assert.match(refusal({ AUTH, ...env }), sentence);
  }
});

test('the servers of the DNS are three addresses at most, with or without ports', () => {
  const DNS_SERVERS = '127.0.0.1, [2001:db8::1]:5353,::1';
  assert.deepEqual(configOf({ DNS_SERVERS }).dnsServers, [
    { address: '127.0.0.1', port: 53 },
    { address: '2001:db8::1', port: 5353 },
    { address: '::1', port: 53 },
  ]);
  assert.deepEqual(configOf({ DNS_SERVERS: '[::1],127.0.0.1:65535' }).dnsServers, [
    { address: '::1', port: 53 },
    { address: '127.0.0.1', port: 65_535 },
  ]);
});

test('1,000 sealers can be named, but not more', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => `list${i}.example.org`).join(',');
  assert.equal(configOf({ TRUSTED_SEALERS: named(1000) }).trust.trustedSealers.length, 1000);
  assert.throws(() => configOf({ TRUSTED_SEALERS: named(1001) }), /at most 1000 domains/);
});

test('sealers are compared in lower case and A-labels; the key for DKIM has a path, a selector, or both', () => {
  const TRUSTED_SEALERS = 'Lists.Example.org, bücher.example, ,lists.example.org';
  const sealers = ['lists.example.org', 'xn--bcher-kva.example'];
  assert.deepEqual(configOf({ TRUSTED_SEALERS }).trust.trustedSealers, sealers);
  for (const [DKIM_KEY, ...expected] of [
    ['/etc/veilpost/dkim.pem, selector=Autumn-26', '/etc/veilpost/dkim.pem', 'autumn-26'],
    ['selector=a', undefined, 'a'],
    ['/a/b.pem', '/a/b.pem', 'veilpost'],
    ['selector=a,/a,b.pem', '/a,b.pem', 'a'],
  ] as const) {
    const { dkimKeyPath, dkimSelector } = configOf({ DKIM_KEY }).trust;
    assert.deepEqual([dkimKeyPath, dkimSelector], expected);
  }
});

test('the footer names what the site is made with: a name, and an address that a browser may open', () => {
  assert.deepEqual(configOf({ MADE_IN: 'X | http://x.test/a' }).madeIn, {
    name: 'X',
    href: 'http://x.test/a',
  });
  assert.deepEqual(configOf({ MADE_IN: 'X|https://x.test/|a' }).madeIn.href, 'https://x.test/|a');
});

test('several aliases for an address require confirmed addresses, and one is the default', () => {
  assert.equal(configOf({}).aliasesPerOwner, 1);
  for (const env of [{ NEXT_HOP: 'mx:' }, { OWNERSHIP: 'confirmed' }]) {
    assert.equal(configOf({ ...env, ALIASES_PER_OWNER: '500' }).aliasesPerOwner, 500);
  }
  const postgres = { NEXT_HOP: 'mx:', DATABASE_URL: 'postgres://u@h/d', AUTH: 'off' };
  for (const env of [{}, { NEXT_HOP: 'mx:', OWNERSHIP: 'open' }, postgres]) {
    assert.match(
      refusal({ ...env, ALIASES_PER_OWNER: '3' }),
      /^ALIASES_PER_OWNER is 3, which requires OWNERSHIP=confirmed and AUTH=on: [^\n]+\.$/,
    );
    assert.equal(configOf({ ...env, ALIASES_PER_OWNER: '1' }).aliasesPerOwner, 1);
  }
});

test('.env.example names every variable, with the value that is its default', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const pairs = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map((match) => match.slice(1));
  const env: Record<string, string> = Object.fromEntries(pairs);
  const [listed, read] = [pairs.map(([name = '']) => name), settingNames()];
  const unread = listed.filter((name) => !read.includes(name));
  assert.deepEqual(unread, [], `${unread.join()}: add the line in parse, src/app/config/config.ts`);
  const unlisted = read.filter((name) => !listed.includes(name));
  assert.deepEqual(unlisted, [], `${unlisted.join()}: add comment and default to .env.example`);
  assert.deepEqual(configOf(env), configOf({}));
});

test('every variable in the guide exists', () => {
  const guide = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const environment = /environment <<END\n(.*?)\nEND\n/s.exec(guide)?.[1] ?? '';
  const env = parseEnv(environment);
  assert.ok(Object.keys(env).length > 5);
  for (const name of Object.keys(env)) assert.ok(settingNames().includes(name), name);
  assert.equal(configOf(env).smtpHost, '::');
});

test('there are 44 settings at most, so that an operator can read all of them', () => {
  const names = settingNames();
  assert.ok(
    names.length <= 44,
    `${names.length} settings. Weigh which of these an operator needs least: can the new value be derived from another one, or be a word of it (as protocol= in TRUSTED_PROXIES)? Can an old one? ${names.join(' ')}`,
  );
});
