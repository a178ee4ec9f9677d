import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDotEnv, parseEnvFile } from './env-file.ts';
import { Fault } from './fault.ts';

const read = (text: string) => parseEnvFile(text, 'FILE');

test('a file of settings gives a command the values that systemd gives to the service', () => {
  assert.deepEqual(
    read(
      [
        '\uFEFF# for systemd',
        '; another comment, with an = in it',
        '',
        'NEXT_HOP=smtps://user:pa#ss@relay.example',
        '  HOST = localhost, smtp=:: ',
        'DATABASE_URL="postgres://u:a%20b@h/d?x=#1"\r',
        "TLS_CERT='/etc/veil post/#1/a\\b.pem'",
        "MADE_IN=it's|https://home.example",
        'ANON_KEY=',
        'TEST_MAIL=live',
        'TEST_MAIL=simulated',
      ].join('\n'),
    ),
    {
      NEXT_HOP: 'smtps://user:pa#ss@relay.example',
      HOST: 'localhost, smtp=::',
      DATABASE_URL: 'postgres://u:a%20b@h/d?x=#1',
      TLS_CERT: '/etc/veil post/#1/a\\b.pem',
      MADE_IN: "it's|https://home.example",
      ANON_KEY: '',
      TEST_MAIL: 'simulated',
    },
  );
});

test('a line that systemd skips or reads differently is rejected by its number, with the fix and without the value', () => {
  const noSetting =
    /^Not a setting in line 2 of FILE: write NAME=value, without export, .*byte order mark\.$/;
  const differs = (remedy: string) =>
    new RegExp(
      `^A in line 2 of FILE is ambiguous, because programs read it differently: .*${remedy}.*\\.$`,
    );
  for (const [line, message] of [
    ['export A=geheim', noSetting],
    ['A: geheim', noSetting],
    ['geheim', noSetting],
    ['A-B=geheim', noSetting],
    ['A=geheim # my secret', differs('line of its own')],
    ['A="geheim" # my secret', differs('line of its own')],
    ['A=#geheim', differs('line of its own')],
    ['A="geheim', differs('single or double quotes')],
    ['A="gehe\\"im"', differs('single or double quotes')],
    ['A="gehe"im', differs('single or double quotes')],
    ['A=`geheim`', differs('single or double quotes')],
    ['A=gehe\\im', differs('single quotes')],
    ['A=geheim\\', /^Trailing backslash in line 2 of FILE: /],
    ['# geheim\\', /^Trailing backslash in line 2 of FILE: /],
  ] as const) {
    assert.throws(
      () => read(`B=1\n${line}\nC=2`),
      (error) => {
        assert.ok(error instanceof Fault);
        assert.match(error.message, message, line);
        assert.doesNotMatch(error.message, /gehe|secret|\n/);
        assert.equal(error.exitCode, 78);
        return true;
      },
    );
  }
  assert.throws(() => read('\uFEFFA=1'), /line 1 of FILE: .*byte order mark/);
});

test('.env may have comments after values, export, and a byte order mark', () => {
  assert.deepEqual(
    parseDotEnv('\uFEFFA=1 # one\r\nexport B="2#" # two\r\n#C=3#\r\nD=  #4\nE=\'5 6#7\'\n'),
    { A: '1', B: '2#', D: '', E: '5 6#7' },
  );
});

test('a value that .env would cut at a # is rejected by its name', () => {
  for (const line of ['A=geh#eim', 'export A = geh eim#x', 'A=g#']) {
    assert.throws(() => parseDotEnv(`B=1\n${line}\n`), {
      message: 'A in .env is cut off at a #: put the value in quotes.',
    });
  }
});
