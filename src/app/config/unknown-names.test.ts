import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingNames } from './config.ts';
import { unknownNames } from './unknown-names.ts';

const inEnvironment = (...names: string[]) => unknownNames(settingNames(), names, []);

for (const [name, meant] of [
  ['ALIAS_DOMAIN', 'ALIAS_DOMAINS'],
  ['ALIAS_DOMIANS', 'ALIAS_DOMAINS'],
  ['NEXTHOP', 'NEXT_HOP'],
  ['next_hop', 'NEXT_HOP'],
  ['host', 'HOST'],
  ['VEILPOST_SMTP_PORT', 'SMTP_PORT'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['OPERATOR_MAIL', 'OPERATOR_EMAIL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_PROT', 'SMTP_PORT'],
  ['TLS-KEY', 'TLS_KEY'],
  ['MAX_MESSAGES_BYTE', 'MAX_MESSAGE_BYTES'],
  ['BOUNSE_DOMEIN', 'BOUNCE_DOMAIN'],
  ['TLS_KAY', 'TLS_KEY'],
  ['XATABASE_URL', 'DATABASE_URL'],
  ['ADATABASE_URL', 'DATABASE_URL'],
  ['ATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_URLX', 'DATABASE_URL'],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['ADTABASE_URL', 'DATABASE_URL'],
  ['SECRETKEY_FILE', 'SECRET_KEY_FILE'],
  ['OPERATOR_EMAIL_FILE', 'OPERATOR_EMAIL'],
  ['TLS_CERT_FILE', 'TLS_CERT'],
] as const) {
  test(`${name} is reported as unknown, and ${meant} is suggested`, () => {
    assert.deepEqual(inEnvironment(name), [{ name, meant, inFile: false }]);
  });
}

test('a variable of the system, a shell or another program is not taken for a misspelt setting', () => {
  const others = [
    'PATH HOME HOSTNAME HOSTTYPE LANG LOGNAME MAIL MAILCHECK MAILPATH OLDPWD PORT PWD SHELL SHLVL TERM TZ USER _',
    'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy NODE_ENV NODE_OPTIONS SSL_CERT_FILE SSL_CERT_DIR',
    'PGHOST PGPORT REDIS_HOST MAIL_FROM MAIL_PORT IMAP_PORT IMAP_HOST SMTP_USER SMTP_PASS SECRET_KEY_BASE DB_URL',
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID STATE_DIRECTORY npm_lifecycle_event npm_config_user_agent',
    'KUBERNETES_SERVICE_HOST VEILPOST_PORT VEILPOST_SERVICE_HOST VEILPOST_PORT_2525_TCP HTTP_ROOT VITE_TEST_MAIL',
  ];
  assert.deepEqual(inEnvironment(...others.flatMap((line) => line.split(' '))), []);
  assert.deepEqual(inEnvironment(...settingNames(), 'SECRET_KEY_FILE', 'NEXT_HOP_FILE'), []);
});

test('in .env every name must be a setting; those of the build of the screen are allowed', () => {
  const names = ['ALIAS_DOMAIN', 'POSTGRES_PASSWORD', 'HOST', 'VITE_MADE_IN'];
  assert.deepEqual(unknownNames(settingNames(), [...names, 'PATH'], names), [
    { name: 'ALIAS_DOMAIN', meant: 'ALIAS_DOMAINS', inFile: true },
    { name: 'POSTGRES_PASSWORD', meant: undefined, inFile: true },
  ]);
});

test('a very long name is compared fast', () => {
  assert.deepEqual(inEnvironment(`ALIAS_DOMAINS${'_X'.repeat(50_000)}`), []);
});

test('a name with more wrong letters than a typo has is not taken for a setting', () => {
  const far = [
    'HORT',
    'MOST',
    'TLS_KAI',
    'TSL_KYE',
    'BOUNSI_DOMEIN',
    'XYTABASE_URL',
    'ALIAS_DOMAINS_OLD',
  ];
  assert.deepEqual(inEnvironment(...far), []);
});
