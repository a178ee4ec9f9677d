import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingNames } from './config.ts';
import { unknownNames } from './unknown-names.ts';

const inEnvironment = (...names: string[]) => unknownNames(settingNames(), names, []);

/** A setting, and misspelt names of it. */
const MISSPELT = `
ALIAS_DOMAINS ALIAS_DOMAIN ALIAS_DOMIANS
NEXT_HOP NEXTHOP next_hop
HOST host
SMTP_PORT VEILPOST_SMTP_PORT SMTP_PROT
TRUSTED_PROXIES TRUSTED_PROXY
OPERATOR_EMAIL OPERATOR_MAIL OPERATOR_EMAIL_FILE
DATABASE_URL DATABSE_URL XATABASE_URL ADATABASE_URL ATABASE_URL DATABASE_URLX DATABASE_UR ADTABASE_URL
TLS_KEY TLS-KEY TLS_KAY
MAX_MESSAGE_BYTES MAX_MESSAGES_BYTE
BOUNCE_DOMAIN BOUNSE_DOMEIN
SECRET_KEY_FILE SECRETKEY_FILE
TLS_CERT TLS_CERT_FILE`;

test('a misspelt name is reported as unknown, and the setting is suggested', () => {
  for (const line of MISSPELT.trim().split('\n')) {
    const [meant, ...names] = line.split(' ');
    for (const name of names) {
      assert.deepEqual(inEnvironment(name), [{ name, meant, inFile: false }]);
    }
  }
});

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
  const far = 'HORT MOST TLS_KAI TSL_KYE BOUNSI_DOMEIN XYTABASE_URL ALIAS_DOMAINS_OLD'.split(' ');
  assert.deepEqual(inEnvironment(...far), []);
});
