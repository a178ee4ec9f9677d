import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { ConfigError } from './fault.ts';
import { configOf, refusal } from './reading.fixture.ts';
import type { Environment } from './values.ts';

test('defaults are the documented ones', () => {
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
    auth: {
      on: true,
      switches: { passwords: false, anonymous: false, autoconfirm: false },
      providers: [],
      redirects: [],
      captcha: undefined,
    },
    trust: {
      checks: false,
      dkimKeyPath: undefined,
      dkimSelector: 'veilpost',
      trustedSealers: [],
    },
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
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    OPERATOR_EMAIL: 'me@home.example',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    RATE_LIMITS: 'off',
    TEST_MAIL: 'simulated',
    MAX_MESSAGE_BYTES: '500000000',
    ANON_KEY: 'a.b-c',
    SECRET_KEY: `${'x'.repeat(32)}, ${'y'.repeat(40)}`,
  });
  assert.deepEqual([config.httpHost, config.smtpHost, config.adminHost], ['::', '::', '127.0.0.1']);
  assert.equal(config.smtpPort, 25);
  assert.equal(config.publicUrl, 'https://veil.example');
  assert.deepEqual(config.names.domains, ['a.example', 'xn--bcher-kva.example']);
  assert.deepEqual(config.names.numbers, { first: 100_000, last: 999_999 });
  assert.equal(config.mailHost, 'mx.a.example');
  assert.equal(config.bounceDomain, 'b.a.example');
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
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
  ] as const) {
    const { httpHost, smtpHost, adminHost } = configOf({ HOST });
    assert.deepEqual([httpHost, smtpHost, adminHost], expected);
  }
});

test('with a real next hop addresses are confirmed, unless the operator allows anyone to enter any address', () => {
  assert.equal(configOf({}).ownership, 'open');
  assert.equal(configOf({ OWNERSHIP: 'confirmed' }).ownership, 'confirmed');
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.equal(configOf({ NEXT_HOP }).ownership, 'confirmed');
    assert.equal(configOf({ NEXT_HOP, OWNERSHIP: 'open' }).ownership, 'open');
  }
  assert.equal(
    refusal({ OWNERSHIP: 'closed' }),
    'OWNERSHIP must be open or confirmed, but is "closed".',
  );
});

test('the history of mail is kept if addresses are confirmed, unless the operator sets it otherwise', () => {
  assert.equal(configOf({ NEXT_HOP: 'mx:' }).history, true);
  assert.equal(configOf({ NEXT_HOP: 'mx:', HISTORY: 'off' }).history, false);
  assert.equal(configOf({ HISTORY: 'on' }).history, true);
  assert.equal(refusal({ HISTORY: 'yes' }), 'HISTORY must be off or on, but is "yes".');
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

test('a relay is one URL, with user and password', () => {
  assert.deepEqual(configOf({ NEXT_HOP: 'smtp://me:p%3Aw@mail.example:587' }).nextHop, {
    kind: 'relay',
    host: 'mail.example',
    port: 587,
    tls: 'required',
    credentials: { user: 'me', password: 'p:w' },
  });
  assert.deepEqual(configOf({ NEXT_HOP: 'mx:' }).nextHop, { kind: 'mx' });
});

test('owners can reply if mail is judged, unless the operator sets it otherwise', () => {
  const out = { NEXT_HOP: 'smtp://127.0.0.1:2526' };
  assert.deepEqual(configOf(out).replies, { on: true, proof: 'any' });
  for (const off of [{ REPLIES: 'off' }, { MAIL_CHECKS: 'off' }]) {
    assert.equal(configOf({ ...out, ...off }).replies.on, false);
  }
});

test('a new database is created automatically only for the try-out mailbox', () => {
  assert.equal(configOf({ NEXT_HOP: 'mailbox:' }).newDatabase, true);
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.equal(configOf({ NEXT_HOP }).newDatabase, false);
  }
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
  for (const word of ['passwords', 'anonymous', 'autoconfirm'] as const) {
    const on = { AUTH: `on, ${word}` };
    assert.equal(configOf(on).auth.switches[word], true);
    assert.ok(!(readConfig(on) instanceof ConfigError));
    for (const elsewhere of [
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.2,smtp=127.0.0.1' },
      { HOST: 'smtp=::' },
      { NEXT_HOP: 'mx:' },
      { NEXT_HOP: 'smtp://127.0.0.1' },
    ]) {
      const refused = readConfig({ ...on, ...elsewhere });
      assert.ok(refused instanceof ConfigError);
      assert.match(
        refused.message,
        new RegExp(`^AUTH can have ${word} only if HOST is a loopback`),
      );
    }
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
  assert.equal(
    refusal({ DNS_SERVERS: '::1,127.0.0.1,127.0.0.2,127.0.0.3' }),
    'DNS_SERVERS must be at most 3 servers, but has 4.',
  );
});

test('mail is judged if it goes to real mailboxes, unless the operator sets it otherwise', () => {
  const checks = (env: Environment) => configOf(env).trust.checks;
  assert.equal(checks({}), false);
  assert.equal(checks({ MAIL_CHECKS: 'on' }), true);
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.equal(checks({ NEXT_HOP }), true);
    assert.equal(checks({ NEXT_HOP, MAIL_CHECKS: 'off' }), false);
  }
});

test('1,000 sealers can be named, but not more', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => `list${i}.example.org`).join(',');
  assert.equal(configOf({ TRUSTED_SEALERS: named(1000) }).trust.trustedSealers.length, 1000);
  assert.throws(() => configOf({ TRUSTED_SEALERS: named(1001) }), /at most 1000 domains/);
});

test('selectors and sealers are compared in lower case and A-labels', () => {
  const { trust } = configOf({
    DKIM_KEY: '/etc/veilpost/dkim.pem, selector=Autumn-26',
    TRUSTED_SEALERS: 'Lists.Example.org, bücher.example, ,lists.example.org',
  });
  assert.deepEqual(trust, {
    checks: false,
    dkimKeyPath: '/etc/veilpost/dkim.pem',
    dkimSelector: 'autumn-26',
    trustedSealers: ['lists.example.org', 'xn--bcher-kva.example'],
  });
});

test('the key for DKIM has a path, a selector, or both', () => {
  for (const [DKIM_KEY, ...expected] of [
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

test('LOG_MAIL sets what the log contains about mail', () => {
  for (const LOG_MAIL of ['failures', 'words', 'all']) {
    assert.equal(configOf({ LOG_MAIL }).logMail, LOG_MAIL);
  }
  assert.equal(
    refusal({ LOG_MAIL: 'on' }),
    'LOG_MAIL must be failures or words or all, but is "on".',
  );
});
