import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { configOf, refusal } from './reading.fixture.ts';
import type { Environment } from './values.ts';

const PROVIDER = 'google|https://accounts.google.com|id|topsecret';

/** A variable, and wrong values of it after two blanks each; no message repeats the secret. */
const WRONG = `
HOST  example.org  1.2.3  *  smtp=*  ::,admin=all  http=::1  ::1,127.0.0.1  smtp=::,smtp=::1  smtp=  =::  fe80::1%lo  admin=fe80::1%lo
DANE  yes  required
MTA_STS  enforce  reports
MTA_STS_IN  on
HTTP_PORT  80a  -1  65536  1e3  3000.5
SMTP_PORT  smtp
MAILBOX_PORT  99999
ADMIN_PORT  0x10
PUBLIC_URL  example.org  ftp://a.b  https://*.a.b  https://a.b/path  https://u@a.b  https://a.b/?x
ALIAS_DOMAINS  localhost  a..b  a.b,  a.b,A.B  a b.c  127.0.0.1  -a.b  ${'a.'.repeat(120)}b
ALIAS_NUMBERS  1000  9999-1000  0-10  1-1000000000  a-b  01-20
ALIASES_PER_OWNER  0  501  x  1.5  -1
DATABASE_URL  mysql://x  ./file  sqlite:  postgres:
NEXT_HOP  smtp:  smtp://  http://a.b  mail.example  smtp://a.b/x  smtp://a.b:99999  smtp://u@a.b  smtp://u:%zz@a.b  mailbox
MAIL_HOST  mx  mx.a b
BOUNCE_DOMAIN  b  [1.2.3.4]
OPERATOR_EMAIL  me  me@localhost  me@alias.localhost  me@x.b.alias.localhost  a@b.c, d@e.f
OWNERSHIP  closed
HISTORY  yes
TLS_CERT  cert.pem
TLS_KEY  key.pem
TRUSTED_PROXIES  proxy  10.0.0.0/  10.0.0.0/33  ::1/129  1.2.3.4/8/9  x/8  ::1,protocol=on  protocol=both  ::1,protocol=
DNS_SERVERS  ns.example  1.2.3.4:0  1.2.3.4:65536  ::1]:53  [1.2.3.4]  1.1.1.1,,::1
ANON_KEY  has blank  "quote"  ü
SECRET_KEY  short  ${'x'.repeat(31)}  ${'x'.repeat(32)},short  ${'x y'.repeat(20)}
TEST_MAIL  off  LIVE
MADE_IN  Vite  |https://a.b  x|javascript:alert(1)  x|a.b
RATE_LIMITS  0  false
REUSE_PORT  yes  2
OUTGOING_ADDRESS  mx.example  192.0.2.1,192.0.2.2  192.0.2.1/32
DKIM_KEY  selector=-a  x,selector=a.b  selector=a_b  selector=ü  selector=${'x'.repeat(51)}
MAIL_CHECKS  true  ON  mark
REPLIES  true  no
FILTER  rspamd  ftp://a.b  unix:x  http://a.b?replies=some
DNS_LISTS  zen  a.b=  a.b=10.0.0.2  a.b=127.0.0.9-2  a.b=127.0.0.2-300  a.b=127.0.300.2  a.b=127.0.0.2=3
AUTH  passwords  off,passwords  on,  on,magic
AUTH_PROVIDERS  google  topsecret  Google|https://accounts.google.com|id|topsecret
AUTH_PROVIDERS  email|https://accounts.google.com|id|topsecret  |https://accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|http://accounts.google.com|id|topsecret  google|accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|https://a:topsecret@accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|https://accounts.google.com/?topsecret|id|topsecret
AUTH_PROVIDERS  google|https://accounts.google.com|id|  google|https://accounts.google.com||topsecret
AUTH_PROVIDERS  google|https://accounts.google.com|id|top secret
AUTH_PROVIDERS  ${PROVIDER}|corp.test|topsecret  ${PROVIDER}|corp_test  ${PROVIDER},${PROVIDER}  ${PROVIDER},topsecret
AUTH_CAPTCHA  topsecret  recaptcha|topsecret  turnstile|  turnstile|top secret  turnstile|topsecret|ftp://x
AUTH_CAPTCHA  turnstile|topsecret|https://x|topsecret  turnstile|topsecret|busy|https://x
AUTH_REDIRECTS  app.test  https://app.test/a  https://*.test/x  https://*.test  https://app.test:*  app://x
LOG_MAIL  off  none
TRUSTED_SEALERS  lists  a.example b.example  *.example.org  me@a.example
MAX_MESSAGE_BYTES  10  50M  1e9  65535  1073741825
MAX_INFLIGHT_BYTES  1000  1099511627777`;

test('a value that cannot be used is one sentence that names the variable', () => {
  for (const line of WRONG.trim().split('\n')) {
    const [variable = '', ...values] = line.split('  ');
    for (const value of values) {
      const sentence = refusal({ [variable]: value });
      // Half a pair of TLS files names the missing half; the sentence contains the other half.
      const named =
        /^[A-Z_]+ (?:must|cannot be used:) /.test(sentence) || variable.startsWith('TLS_');
      assert.ok(named && sentence.includes(variable), `${variable}=${value}: ${sentence}`);
      assert.match(sentence, /^[^\n]{20,260}\.$/);
      assert.doesNotMatch(sentence, /top ?secret/);
    }
  }
});

const SHARED = { REUSE_PORT: 'on', NEXT_HOP: 'mx:' };
const everyone = (range: string) =>
  `TRUSTED_PROXIES must be the proxies only, but "${range}" is every address: any client could then claim any address.`;
const withColon = (value: string) =>
  `NEXT_HOP must be written mailbox: with its colon, but is "${value}".`;
const aboveAliases = (domain: string) =>
  `BOUNCE_DOMAIN must be neither an alias domain nor a parent of one, but is "${domain}": mail to aliases would be rejected as bounces.`;
const IN_MEMORY =
  'DATABASE_URL must name a file: a database in memory would lose every alias at a restart.';
const WITH_TILDE = 'DATABASE_URL must name its file by an absolute path: only a shell expands ~.';
const IN_QUOTES = /^NEXT_HOP must not be in quotes: docker run /;

/** A variable, its value, and the sentence for it. */
const SENTENCES: [name: string, value: string, sentence: string | RegExp, others?: Environment][] =
  [
    ['OWNERSHIP', 'closed', 'OWNERSHIP must be open or confirmed, but is "closed".'],
    ['TRUSTED_PROXIES', '0.0.0.0/0', everyone('0.0.0.0/0')],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::/0', everyone('::/0')],
    // A peer over IPv4 is in these too, as ::ffff:192.0.2.1.
    ['TRUSTED_PROXIES', '::ffff:0:0/96', everyone('::ffff:0:0/96')],
    ['TRUSTED_PROXIES', '::ffff:0.0.0.0/96', everyone('::ffff:0.0.0.0/96')],
    ['TRUSTED_PROXIES', '::/1', everyone('::/1')],
    [
      'TRUSTED_PROXIES',
      'protocol=both',
      /^TRUSTED_PROXIES must list the proxies for protocol=both: /,
    ],
    ['BOUNCE_DOMAIN', 'alias.localhost', aboveAliases('alias.localhost')],
    [
      'BOUNCE_DOMAIN',
      'example.org',
      aboveAliases('example.org'),
      { ALIAS_DOMAINS: 'a.b,c.example.org' },
    ],
    // The default, b. before the first alias domain.
    ['ALIAS_DOMAINS', 'a.b,b.a.b', aboveAliases('b.a.b')],
    ['DATABASE_URL', 'sqlite::memory:', IN_MEMORY],
    ['DATABASE_URL', 'sqlite://:memory:', IN_MEMORY],
    ['DATABASE_URL', 'sqlite:file:x?mode=memory', IN_MEMORY],
    ['DATABASE_URL', 'sqlite:~/veilpost.sqlite', WITH_TILDE],
    ['DATABASE_URL', 'sqlite:~me/x', WITH_TILDE],
    ['DATABASE_URL', 'sqlite://~/x', WITH_TILDE],
    ['NEXT_HOP', 'mailbox', withColon('mailbox')],
    ['NEXT_HOP', 'Mailbox:', withColon('Mailbox:')],
    ['NEXT_HOP', 'mailbox://', withColon('mailbox://')],
    ['NEXT_HOP', 'mx', /^NEXT_HOP must be written mx: with its colon/],
    ['NEXT_HOP', 'mail.example', / or mailbox:\.$/],
    // The parser's own reason.
    [
      'NEXT_HOP',
      'smtp://a.b/x',
      /^NEXT_HOP cannot be used: nothing may follow the host and port; /,
    ],
    // Docker leaves the quotes around a value.
    ['NEXT_HOP', '"mx:"', IN_QUOTES],
    ['NEXT_HOP', "'mx:'", IN_QUOTES],
    ['NEXT_HOP', '""', IN_QUOTES],
    ['HTTP_PORT', '8025', 'MAILBOX_PORT must differ from HTTP_PORT: both are 8025.'],
    [
      'DNS_LISTS',
      'a.b,zen',
      'DNS_LISTS must be lists such as zen.example.org or bl.example.org=127.0.0.2-11, separated by commas, but contains "zen".',
    ],
    [
      'DNS_LISTS',
      Array.from({ length: 11 }, (_, i) => `list-${i}.example.org`).join(),
      'DNS_LISTS must be at most 10 lists, but has 11.',
    ],
    ['DNS_SERVERS', '::1,::2,::3,::4', 'DNS_SERVERS must be at most 3 servers, but has 4.'],
    [
      'ANON_KEY',
      'x,y',
      'ANON_KEY must be 1 to 1024 characters: letters, digits and . _ ~ + / = -.',
    ],
    [
      'SECRET_KEY',
      Array(6).fill('x'.repeat(32)).join(),
      /; up to 5 are allowed, separated by commas\.$/,
    ],
    // A message repeats 60 characters of a value.
    ['HOST', 'x'.repeat(60), new RegExp(`but is "x{60}"\\.$`)],
    ['HOST', 'x'.repeat(61), new RegExp(`but is "x{57}\\.{3}"\\.$`)],
    // Processes can share numbered ports, but not mail in the memory of one of them.
    ['REUSE_PORT', 'on', /^REUSE_PORT is on, which requires a real NEXT_HOP: /],
    ['HTTP_PORT', '0', /^HTTP_PORT must be the same port for all processes if REUSE_PORT/, SHARED],
    ['SMTP_PORT', '0', /^SMTP_PORT must be the same port for all processes if REUSE_PORT/, SHARED],
  ];

for (const [name, value, sentence, others] of SENTENCES) {
  const what = value.length > 40 ? `${value.slice(0, 40)}...` : value;
  test(`${name}=${what} has a sentence of its own`, () => {
    const said = refusal({ ...others, [name]: value });
    if (typeof sentence === 'string') assert.equal(said, sentence);
    else assert.match(said, sentence);
  });
}

test('an error message repeats no password, no key and no control character, and is short', () => {
  for (const env of [
    { NEXT_HOP: 'smtp://user:geheim@a.b/path' },
    { NEXT_HOP: 'smtp://:geheim@a.b' },
    { DATABASE_URL: 'postgress://user:geheim@a.b/c' },
    { SECRET_KEY: 'geheim' },
    { SECRET_KEY: '"geheim"' },
  ]) {
    assert.doesNotMatch(refusal(env), /geheim/);
  }
  const sentence = refusal({ HOST: `\u001B[31m${'x'.repeat(5000)}` });
  assert.ok(sentence.length < 250 && !sentence.includes('\u001B'));
});

test('the least and the most of each number and list can be used', () => {
  const least = configOf({ MAX_MESSAGE_BYTES: '65536', MAX_INFLIGHT_BYTES: '65536' });
  assert.deepEqual([least.maxMessageBytes, least.maxInflightBytes], [65_536, 65_536]);
  const most = configOf({ MAX_MESSAGE_BYTES: '1073741824', MAX_INFLIGHT_BYTES: '1099511627776' });
  assert.deepEqual(
    [most.maxMessageBytes, most.maxInflightBytes],
    [1_073_741_824, 1_099_511_627_776],
  );
  for (const port of [0, 65_535])
    assert.equal(configOf({ SMTP_PORT: String(port) }).smtpPort, port);
  assert.equal(configOf({ HTTP_PORT: '0', SMTP_PORT: '0' }).smtpPort, 0);
  assert.equal(configOf({ HTTP_PORT: '8025', NEXT_HOP: 'mx:' }).httpPort, 8025);
  assert.equal(configOf({ ...SHARED, ADMIN_PORT: '0' }).adminPort, 0);
  const keys = Array(5).fill('x'.repeat(32));
  assert.deepEqual(configOf({ SECRET_KEY: keys.join() }).secretKeys, keys);
  assert.equal(configOf({ ANON_KEY: 'x' }).anonKey, 'x');
  assert.deepEqual(configOf({ ALIAS_NUMBERS: '7-7' }).names.numbers, { first: 7, last: 7 });
  const proxies = ['10.0.0.1/32', '::1/128', '0.0.0.0/1', '128.0.0.0/1', '8000::/1', '::/81'];
  proxies.push('::ffff:0:0/97', '::ffff:128.0.0.0/97');
  assert.deepEqual(configOf({ TRUSTED_PROXIES: proxies.join() }).trustedProxies, proxies);
  const tilde = 'sqlite:./a~1.sqlite';
  assert.equal(configOf({ DATABASE_URL: tilde }).databaseUrl, tilde);
});

test('lists of senders are DNS zones, with or without the answers that count', () => {
  const DNS_LISTS = 'Zen.Example.org, bl.example.org=127.0.0.2-4,one.example.org=127.0.1.2';
  assert.deepEqual(configOf({ DNS_LISTS }).filter.dnsLists, [
    { zone: 'zen.example.org' },
    { zone: 'bl.example.org', codes: ['127.0.0.2', '127.0.0.3', '127.0.0.4'] },
    { zone: 'one.example.org', codes: ['127.0.1.2'] },
  ]);
});

test('a domain has at least two labels, the last of which is not a number, and at most 200 octets', () => {
  const others = { MAIL_HOST: 'mx.test', BOUNCE_DOMAIN: 'b.test' };
  for (const domain of ['a.b', '1.example', '2.3.example', `${'a.'.repeat(99)}bc`]) {
    assert.deepEqual(configOf({ ...others, ALIAS_DOMAINS: domain }).names.domains, [domain]);
  }
  for (const domain of ['example', 'a.1', `${'a.'.repeat(99)}bcd`])
    refusal({ ...others, ALIAS_DOMAINS: domain });
});

test('a bug while the configuration is read is thrown, not reported as a ConfigError', () => {
  const get = () => {
    throw new TypeError('broken');
  };
  assert.throws(() => readConfig(new Proxy<Environment>({}, { get })), TypeError);
});
