import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './values.ts';

/** The configuration of an environment that is right. */
function configOf(env: Environment): Config {
  const config = readConfig(env);
  if (config instanceof ConfigError) assert.fail(config.message);
  return config;
}

/** The sentence for an environment that is wrong. */
function refusal(env: Record<string, string>): string {
  const error = readConfig(env);
  assert.ok(error instanceof ConfigError, `accepted ${JSON.stringify(env)}`);
  return error.message;
}

test('defaults are the documented ones', () => {
  assert.deepEqual(readConfig({ HOME: '/root', HTTP_PORT: '' }), {
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
    newDatabase: 'allow',
    nextHop: { kind: 'mailbox' },
    dnsServers: [],
    outgoingAddresses: [],
    mailHost: 'mx.alias.localhost',
    bounceDomain: 'b.alias.localhost',
    operatorEmail: undefined,
    tls: undefined,
    trustedProxies: [],
    proxyProtocol: 'off',
    anonKey: undefined,
    secretKeys: [],
    testMail: 'live',
    madeIn: { name: 'Vite', href: 'https://vite.dev/' },
    smsHook: undefined,
    ownership: 'open',
    history: false,
    auth: {
      on: true,
      switches: { passwords: false, anonymous: false, autoconfirm: false },
      signingKeyPath: undefined,
      providers: [],
      redirects: [],
      captcha: undefined,
    },
    trust: {
      checks: 'off',
      dkimKeyPath: undefined,
      dkimSelector: 'veilpost',
      seal: 'auto',
      trustedSealers: [],
    },
    rateLimits: true,
    logReplies: false,
    maxMessageBytes: 52_428_800,
    maxInflightBytes: 268_435_456,
  });
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

test('mail and HTTP may listen on addresses of their own', () => {
  const { httpHost, smtpHost, adminHost } = configOf({
    HOST: '192.0.2.1',
    SMTP_HOST: '::',
    ADMIN_HOST: '10.0.0.5',
  });
  assert.deepEqual([httpHost, smtpHost, adminHost], ['192.0.2.1', '::', '10.0.0.5']);
  assert.equal(configOf({ HTTP_HOST: '::1' }).httpHost, '::1');
});

test('with a real next hop addresses are confirmed, unless the operator says that anybody may name any', () => {
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

test('what happened to mail is kept where addresses are confirmed, unless the operator says else', () => {
  assert.equal(configOf({ NEXT_HOP: 'mx:' }).history, true);
  assert.equal(configOf({ NEXT_HOP: 'mx:', HISTORY: 'off' }).history, false);
  assert.equal(configOf({ HISTORY: 'on' }).history, true);
  assert.equal(refusal({ HISTORY: 'yes' }), 'HISTORY must be off or on, but is "yes".');
});

test('addresses cannot be confirmed where nothing of ours begins sessions; on PostgreSQL a Supabase may', () => {
  for (const asked of [{ OWNERSHIP: 'confirmed' }, { NEXT_HOP: 'mx:' }]) {
    assert.match(
      refusal({ ...asked, AUTH: 'off' }),
      /^OWNERSHIP is confirmed, which needs sessions: set AUTH=on, or OWNERSHIP=open [^\n]+\.$/,
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

test('a value that cannot be used is one sentence that names the variable', () => {
  const wrong: Record<string, string[]> = {
    HOST: ['example.org', '1.2.3', '*'],
    HTTP_HOST: ['veil.example.org'],
    SMTP_HOST: ['*'],
    ADMIN_HOST: ['all'],
    HTTP_PORT: ['80a', '-1', '65536', '1e3', '3000.5'],
    SMTP_PORT: ['smtp'],
    MAILBOX_PORT: ['99999'],
    ADMIN_PORT: ['0x10'],
    PUBLIC_URL: ['example.org', 'ftp://a.b', 'https://a.b/path', 'https://u@a.b', 'https://a.b/?x'],
    ALIAS_DOMAINS: [
      'localhost',
      'a..b',
      'a.b,',
      'a.b,A.B',
      'a b.c',
      '127.0.0.1',
      '-a.b',
      `${'a.'.repeat(120)}b`,
    ],
    ALIAS_NUMBERS: ['1000', '9999-1000', '0-10', '1-1000000000', 'a-b', '01-20'],
    DATABASE_URL: ['mysql://x', './file', 'sqlite:', 'postgres:'],
    NEXT_HOP: [
      'smtp:',
      'smtp://',
      'http://a.b',
      'mail.example',
      'smtp://a.b/x',
      'smtp://a.b:99999',
      'smtp://u@a.b',
      'smtp://u:%zz@a.b',
      'mailbox',
    ],
    MAIL_HOST: ['mx', 'mx.a b'],
    BOUNCE_DOMAIN: ['b', '[1.2.3.4]'],
    OPERATOR_EMAIL: [
      'me',
      'me@localhost',
      'me@alias.localhost',
      'me@x.b.alias.localhost',
      'a@b.c, d@e.f',
    ],
    TLS_CERT: ['cert.pem'],
    TLS_KEY: ['key.pem'],
    TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '::1/129', '1.2.3.4/8/9', '1.2.3.4/'],
    DNS_SERVERS: [
      'ns.example',
      '1.2.3.4:0',
      '1.2.3.4:65536',
      '::1]:53',
      '[1.2.3.4]',
      '1.1.1.1,,::1',
    ],
    ANON_KEY: ['has blank', '"quote"', 'ü'],
    SECRET_KEY: ['short', `${'x'.repeat(32)},short`, 'x y'.repeat(20)],
    TEST_MAIL: ['off', 'LIVE'],
    MADE_IN: ['Vite', '|https://a.b', 'x|javascript:alert(1)', 'x|a.b'],
    RATE_LIMITS: ['0', 'false'],
    OUTGOING_ADDRESS: ['mx.example', '192.0.2.1,192.0.2.2', '192.0.2.1/32'],
    DKIM_SELECTOR: ['-a', 'a.b', 'a_b', 'ü', 'x'.repeat(51)],
    MAIL_CHECKS: ['true', 'ON'],
    SEAL: ['on', 'Auto'],
    TRUSTED_SEALERS: ['lists', 'a.example b.example', '*.example.org', 'me@a.example'],
    MAX_MESSAGE_BYTES: ['10', '50M', '1e9'],
    MAX_INFLIGHT_BYTES: ['1000'],
  };
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      const sentence = refusal({ [variable]: value });
      // Half a pair of TLS files names the missing half; the other half stands in the sentence.
      const named =
        /^[A-Z_]+ (?:must|cannot be used:) /.test(sentence) || variable.startsWith('TLS_');
      assert.ok(named && sentence.includes(variable), `${variable}=${value}: ${sentence}`);
      assert.match(sentence, /^[^\n]{20,260}\.$/);
    }
  }
});

test('a next hop without its colon gets a message with the right form', () => {
  for (const value of ['mailbox', 'Mailbox:', 'mailbox://']) {
    assert.equal(
      refusal({ NEXT_HOP: value }),
      `NEXT_HOP must be written mailbox: with its colon, but is "${value}".`,
    );
  }
  assert.match(refusal({ NEXT_HOP: 'mx' }), /^NEXT_HOP must be written mx: with its colon/);
  assert.match(refusal({ NEXT_HOP: 'mail.example' }), / or mailbox:\.$/);
});

test('two servers cannot share a port, but may both leave the choice to the system', () => {
  assert.equal(
    refusal({ HTTP_PORT: '8025' }),
    'MAILBOX_PORT must differ from HTTP_PORT: both are 8025.',
  );
  assert.equal(configOf({ HTTP_PORT: '8025', NEXT_HOP: 'mx:' }).httpPort, 8025);
  assert.equal(configOf({ HTTP_PORT: '0', SMTP_PORT: '0' }).smtpPort, 0);
});

test('an error message repeats no password and no key', () => {
  for (const env of [
    { NEXT_HOP: 'smtp://user:geheim@a.b/path' },
    { NEXT_HOP: 'smtp://:geheim@a.b' },
    { DATABASE_URL: 'postgress://user:geheim@a.b/c' },
    { SECRET_KEY: 'geheim' },
  ]) {
    assert.doesNotMatch(refusal(env), /geheim/);
  }
});

test('control characters are replaced and long values cut in an error message', () => {
  const sentence = refusal({ HOST: `\u001B[31m${'x'.repeat(5000)}` });
  assert.ok(sentence.length < 250 && !sentence.includes('\u001B'));
});

test('.env.example names every variable, with the value that is its default', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const pairs = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const env: Record<string, string> = Object.fromEntries(pairs);
  assert.deepEqual(configOf(env), configOf({}));
  assert.deepEqual(new Set(pairs.map(([name]) => name)), new Set(settingNames()));
});

test('the guide sets variables that are read', () => {
  const guide = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const environment = /environment <<END\n(.*?)\nEND\n/s.exec(guide)?.[1] ?? '';
  const env = parseEnv(environment);
  assert.ok(Object.keys(env).length > 5);
  for (const name of Object.keys(env)) assert.ok(settingNames().includes(name), name);
  assert.equal(configOf(env).smtpHost, '::');
});

test('a new database is made by itself only for the try-out mailbox', () => {
  const made = (env: Record<string, string>) => configOf(env).newDatabase;
  assert.equal(made({ NEXT_HOP: 'mailbox:' }), 'allow');
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.equal(made({ NEXT_HOP }), 'refuse');
    assert.equal(made({ NEXT_HOP, NEW_DATABASE: '' }), 'refuse');
    assert.equal(made({ NEXT_HOP, NEW_DATABASE: 'allow' }), 'allow');
  }
  assert.equal(made({ NEW_DATABASE: 'refuse' }), 'refuse');
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
  for (const name of ['AUTH_PASSWORDS', 'AUTH_ANONYMOUS', 'AUTH_AUTOCONFIRM']) {
    const on = { [name]: 'on' };
    assert.ok(!(readConfig(on) instanceof ConfigError));
    for (const elsewhere of [
      { HOST: '0.0.0.0' },
      { HTTP_HOST: '192.168.1.2' },
      { SMTP_HOST: '::' },
      { NEXT_HOP: 'mx:' },
      { NEXT_HOP: 'smtp://127.0.0.1' },
    ]) {
      const refused = readConfig({ ...on, ...elsewhere });
      assert.ok(refused instanceof ConfigError);
      assert.match(refused.message, new RegExp(`^${name} can be on only where HOST is a loopback`));
    }
  }
});

test('limits in octets have a least and a most value', () => {
  const least = { MAX_MESSAGE_BYTES: '65536', MAX_INFLIGHT_BYTES: '65536' };
  const most = { MAX_MESSAGE_BYTES: '1073741824', MAX_INFLIGHT_BYTES: '1099511627776' };
  assert.equal(configOf(least).maxMessageBytes, 65_536);
  assert.equal(configOf(least).maxInflightBytes, 65_536);
  assert.equal(configOf(most).maxMessageBytes, 1_073_741_824);
  assert.equal(configOf(most).maxInflightBytes, 1_099_511_627_776);
  refusal({ MAX_MESSAGE_BYTES: '65535' });
  refusal({ MAX_MESSAGE_BYTES: '1073741825' });
  refusal({ MAX_INFLIGHT_BYTES: '1099511627777' });
});

test('a port is any from 0 to 65535', () => {
  assert.equal(configOf({ SMTP_PORT: '65535' }).smtpPort, 65_535);
  assert.equal(configOf({ SMTP_PORT: '0' }).smtpPort, 0);
});

test('one key may be public and five secret; a key is as long as it is safe', () => {
  const keys = (count: number, length = 32) => Array(count).fill('x'.repeat(length)).join();
  assert.equal(configOf({ SECRET_KEY: keys(5) }).secretKeys.length, 5);
  assert.match(
    refusal({ SECRET_KEY: keys(6) }),
    /; up to 5 may stand there, separated by commas\.$/,
  );
  refusal({ SECRET_KEY: keys(1, 31) });
  assert.equal(configOf({ ANON_KEY: 'x' }).anonKey, 'x');
  assert.equal(
    refusal({ ANON_KEY: 'x,y' }),
    'ANON_KEY must be 1 to 1024 characters out of letters, digits and . _ ~ + / = -.',
  );
});

test('a domain has two labels or more, of which the last is no number, and 200 octets at the most', () => {
  const others = { MAIL_HOST: 'mx.test', BOUNCE_DOMAIN: 'b.test' };
  const domainOf = (text: string) => configOf({ ...others, ALIAS_DOMAINS: text }).names.domains[0];
  for (const domain of ['a.b', '1.example', '2.3.example', `${'a.'.repeat(99)}bc`]) {
    assert.equal(domainOf(domain), domain);
  }
  for (const domain of ['example', 'a.1', `${'a.'.repeat(99)}bcd`])
    refusal({ ...others, ALIAS_DOMAINS: domain });
});

test('a range may hold one number, and a network the whole of its prefix', () => {
  assert.deepEqual(configOf({ ALIAS_NUMBERS: '7-7' }).names.numbers, { first: 7, last: 7 });
  const proxies = ['10.0.0.1/32', '::1/128', '0.0.0.0/0', '::/0'];
  assert.deepEqual(configOf({ TRUSTED_PROXIES: proxies.join() }).trustedProxies, proxies);
  for (const wrong of ['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', 'x/8']) {
    refusal({ TRUSTED_PROXIES: wrong });
  }
});

test('the servers of the DNS are three addresses at most, with their ports or without', () => {
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
    'DNS_SERVERS must be 3 servers at most, but has 4.',
  );
});

test('mail is judged where it goes to real mailboxes, unless the operator says else', () => {
  const checks = (env: Environment) => configOf(env).trust.checks;
  assert.equal(checks({}), 'off');
  assert.equal(checks({ MAIL_CHECKS: 'on' }), 'on');
  for (const NEXT_HOP of ['mx:', 'smtp://relay.example']) {
    assert.equal(checks({ NEXT_HOP }), 'on');
    assert.equal(checks({ NEXT_HOP, MAIL_CHECKS: 'mark' }), 'mark');
    assert.equal(checks({ NEXT_HOP, MAIL_CHECKS: 'off' }), 'off');
  }
});

test('selectors and sealers are compared in lower case and A-labels', () => {
  const { trust } = configOf({
    DKIM_KEY: '/etc/veilpost/dkim.pem',
    DKIM_SELECTOR: 'Autumn-26',
    SEAL: 'never',
    TRUSTED_SEALERS: 'Lists.Example.org, bücher.example, ,lists.example.org',
  });
  assert.deepEqual(trust, {
    checks: 'off',
    dkimKeyPath: '/etc/veilpost/dkim.pem',
    dkimSelector: 'autumn-26',
    seal: 'never',
    trustedSealers: ['lists.example.org', 'xn--bcher-kva.example'],
  });
});

test('an error message repeats 60 characters of a value', () => {
  assert.ok(refusal({ HOST: 'x'.repeat(60) }).endsWith(`but is "${'x'.repeat(60)}".`));
  assert.ok(refusal({ HOST: 'x'.repeat(61) }).endsWith(`but is "${'x'.repeat(57)}...".`));
});

test('the footer names what the site is made with: a name, and an address that a browser may open', () => {
  assert.deepEqual(configOf({ MADE_IN: 'X | http://x.test/a' }).madeIn, {
    name: 'X',
    href: 'http://x.test/a',
  });
  assert.deepEqual(configOf({ MADE_IN: 'X|https://x.test/|a' }).madeIn.href, 'https://x.test/|a');
});

test('LOG_REPLIES is off by default', () => {
  assert.equal(configOf({ LOG_REPLIES: 'on' }).logReplies, true);
  refusal({ LOG_REPLIES: 'yes' });
});

test('a bug while the configuration is read is thrown, and is no ConfigError', () => {
  const broken = new Proxy<Environment>(
    {},
    {
      get: () => {
        throw new TypeError('broken');
      },
    },
  );
  assert.throws(() => readConfig(broken), TypeError);
});

test('an address of a next hop that cannot be parsed is refused with the parser’s reason', () => {
  assert.match(
    refusal({ NEXT_HOP: 'smtp://a.b/x' }),
    /^NEXT_HOP cannot be used: nothing may follow the host and port; expected /,
  );
});

test('a proxy that may say whose connection it is must be named', () => {
  const sentence = /^PROXY_PROTOCOL is both, which needs TRUSTED_PROXIES/;
  assert.match(refusal({ PROXY_PROTOCOL: 'both' }), sentence);
  const named = { PROXY_PROTOCOL: 'smtp', TRUSTED_PROXIES: '10.0.0.1' };
  assert.equal(configOf(named).proxyProtocol, 'smtp');
});
