import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { configOf, refusal } from './reading.fixture.ts';
import type { Environment } from './values.ts';

test('a value that cannot be used is one sentence that names the variable', () => {
  const wrong: Record<string, string[]> = {
    HOST: [
      'example.org',
      '1.2.3',
      '*',
      'smtp=*',
      '::,admin=all',
      'http=::1',
      '::1,127.0.0.1',
      'smtp=::,smtp=::1',
      'smtp=',
      '=::',
    ],
    DANE: ['yes', 'required'],
    MTA_STS: ['enforce', 'reports'],
    MTA_STS_IN: ['on'],
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
    ALIASES_PER_OWNER: ['0', '501', 'x', '1.5', '-1'],
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
    TRUSTED_PROXIES: [
      'proxy',
      '10.0.0.0/33',
      '::1/129',
      '1.2.3.4/8/9',
      '1.2.3.4/',
      '::1,protocol=on',
      'protocol=both',
      '::1,protocol=',
    ],
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
    REUSE_PORT: ['yes', '2'],
    OUTGOING_ADDRESS: ['mx.example', '192.0.2.1,192.0.2.2', '192.0.2.1/32'],
    DKIM_KEY: [
      'selector=-a',
      'x,selector=a.b',
      'selector=a_b',
      'selector=ü',
      `selector=${'x'.repeat(51)}`,
    ],
    MAIL_CHECKS: ['true', 'ON', 'mark'],
    REPLIES: ['true', 'no'],
    FILTER: ['rspamd', 'ftp://a.b', 'unix:x', 'http://a.b?replies=some'],
    AUTH: ['passwords', 'off,passwords', 'on,', 'on,magic'],
    LOG_MAIL: ['off', 'none'],
    TRUSTED_SEALERS: ['lists', 'a.example b.example', '*.example.org', 'me@a.example'],
    MAX_MESSAGE_BYTES: ['10', '50M', '1e9'],
    MAX_INFLIGHT_BYTES: ['1000'],
  };
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      const sentence = refusal({ [variable]: value });
      // Half a pair of TLS files names the missing half; the sentence contains the other half.
      const named =
        /^[A-Z_]+ (?:must|cannot be used:) /.test(sentence) || variable.startsWith('TLS_');
      assert.ok(named && sentence.includes(variable), `${variable}=${value}: ${sentence}`);
      assert.match(sentence, /^[^\n]{20,260}\.$/);
    }
  }
});

test('proxies that include everyone, a database in memory, and a path with ~ are reported as such', () => {
  for (const everybody of ['0.0.0.0/0', '10.0.0.0/8, ::/0']) {
    assert.match(
      refusal({ TRUSTED_PROXIES: everybody }),
      /^TRUSTED_PROXIES must be the proxies only, but "[\d.:]+\/0" is every address: any client could then claim any address\.$/,
    );
  }
  for (const memory of ['sqlite::memory:', 'sqlite://:memory:', 'sqlite:file:x?mode=memory']) {
    assert.equal(
      refusal({ DATABASE_URL: memory }),
      'DATABASE_URL must name a file: a database in memory would lose every alias at a restart.',
    );
  }
  for (const home of ['sqlite:~/veilpost.sqlite', 'sqlite:~me/x', 'sqlite://~/x']) {
    assert.equal(
      refusal({ DATABASE_URL: home }),
      'DATABASE_URL must name its file by an absolute path: only a shell expands ~.',
    );
  }
  assert.equal(
    configOf({ DATABASE_URL: 'sqlite:./a~1.sqlite' }).databaseUrl,
    'sqlite:./a~1.sqlite',
  );
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

test('one key may be public and five secret, and each must be long enough', () => {
  const keys = (count: number, length = 32) => Array(count).fill('x'.repeat(length)).join();
  assert.equal(configOf({ SECRET_KEY: keys(5) }).secretKeys.length, 5);
  assert.match(refusal({ SECRET_KEY: keys(6) }), /; up to 5 are allowed, separated by commas\.$/);
  refusal({ SECRET_KEY: keys(1, 31) });
  assert.equal(configOf({ ANON_KEY: 'x' }).anonKey, 'x');
  assert.equal(
    refusal({ ANON_KEY: 'x,y' }),
    'ANON_KEY must be 1 to 1024 characters: letters, digits and . _ ~ + / = -.',
  );
});

test('a domain has at least two labels, the last of which is not a number, and at most 200 octets', () => {
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
  const proxies = ['10.0.0.1/32', '::1/128', '128.0.0.0/1', '8000::/1'];
  assert.deepEqual(configOf({ TRUSTED_PROXIES: proxies.join() }).trustedProxies, proxies);
  for (const wrong of ['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', 'x/8']) {
    refusal({ TRUSTED_PROXIES: wrong });
  }
});

test('an error message repeats 60 characters of a value', () => {
  assert.ok(refusal({ HOST: 'x'.repeat(60) }).endsWith(`but is "${'x'.repeat(60)}".`));
  assert.ok(refusal({ HOST: 'x'.repeat(61) }).endsWith(`but is "${'x'.repeat(57)}...".`));
});

test('a bug while the configuration is read is thrown, not reported as a ConfigError', () => {
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

test('an address of a next hop that cannot be parsed is rejected with the parser’s reason', () => {
  assert.match(
    refusal({ NEXT_HOP: 'smtp://a.b/x' }),
    /^NEXT_HOP cannot be used: nothing may follow the host and port; expected /,
  );
});

test('processes can share numbered ports, but not mail in the memory of one of them', () => {
  const shared = { REUSE_PORT: 'on', NEXT_HOP: 'mx:' };
  assert.equal(configOf(shared).reusePort, true);
  assert.equal(configOf({ NEXT_HOP: 'mx:' }).reusePort, false);
  assert.equal(configOf({ ...shared, ADMIN_PORT: '0' }).adminPort, 0);
  assert.match(
    refusal({ REUSE_PORT: 'on' }),
    /^REUSE_PORT is on, which requires a real NEXT_HOP: /,
  );
  for (const name of ['HTTP_PORT', 'SMTP_PORT']) {
    const sentence = new RegExp(`^${name} must be the same port for all processes if REUSE_PORT`);
    assert.match(refusal({ ...shared, [name]: '0' }), sentence);
  }
});

test('a proxy that names clients must be listed', () => {
  assert.match(
    refusal({ TRUSTED_PROXIES: 'protocol=both' }),
    /^TRUSTED_PROXIES must list the proxies for protocol=both: /,
  );
  const named = configOf({ TRUSTED_PROXIES: '10.0.0.1, protocol = smtp' });
  assert.deepEqual([named.proxyProtocol, named.trustedProxies], ['smtp', ['10.0.0.1']]);
});

test('quotes that Docker leaves around a value are reported as the fault', () => {
  for (const value of ['"mx:"', "'mx:'", '""']) {
    assert.match(refusal({ NEXT_HOP: value }), /^NEXT_HOP must not be in quotes: docker run /);
  }
  assert.doesNotMatch(refusal({ SECRET_KEY: '"geheim"' }), /geheim/);
});
