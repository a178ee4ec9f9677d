import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../config/fault.ts';
import { readArguments, takeEnvFile, usageOf } from './arguments.ts';

const ONE_OF_STATUS =
  'veilpost status takes only one of FILE, --count, --complaints and --tls-report.';

test('the file of settings may be given before or after the command, with a blank or an equals sign', () => {
  for (const args of [
    ['--env-file', 'FILE', 'backup', 'x'],
    ['--env-file=FILE', 'backup', 'x'],
    ['backup', '--env-file', 'FILE', 'x'],
    ['backup', 'x', '--env-file=FILE'],
  ]) {
    assert.deepEqual(takeEnvFile(args), { envFile: 'FILE', rest: ['backup', 'x'] });
  }
  assert.deepEqual(takeEnvFile(['status']), { rest: ['status'] });
  for (const wrong of [['--env-file'], ['--env-file='], ['--env-file=A', '--env-file', 'B']]) {
    assert.throws(
      () => takeEnvFile(['status', ...wrong]),
      /^Fault: --env-file (?:requires a FILE|is given twice)\.\n\nUsage: npx veilpost/,
    );
  }
});

test('a wrong command line gets a first sentence with the reason, and the usage of its command', () => {
  for (const [line = '', sentence] of [
    ['', 'Missing command.'],
    ['backpu a', 'Unknown command backpu.'],
    ['backup', 'veilpost backup needs FILE or FOLDER.'],
    ['backup a b', 'veilpost backup takes FILE or FOLDER, but was given a b.'],
    ['backup a --replace', 'veilpost backup does not accept --replace.'],
    [
      'backup a --keep 0',
      'veilpost backup --keep requires a number from 1 to 99999, but was given 0.',
    ],
    ['restore a --keep 3', 'veilpost restore does not accept --keep.'],
    ['restore a --force', "veilpost restore: Unknown option '--force'."],
    ['status a b', 'veilpost status takes [FILE], but was given a b.'],
    ['init x', 'veilpost init takes no operand, but was given x.'],
    ['status a --count', ONE_OF_STATUS],
    ['status --complaints --count', ONE_OF_STATUS],
    [
      'status --tls-report yesterday',
      'veilpost status --tls-report requires a day such as 2026-11-26, but was given yesterday.',
    ],
    [
      'status --tls-report 2026-02-31',
      'veilpost status --tls-report requires a day such as 2026-11-26, but was given 2026-02-31.',
    ],
    ['check', 'Unknown command check.'],
    ['letters a@b.c --allow --stop', 'veilpost letters takes --allow or --stop, not both.'],
    ['letters --stop', 'veilpost letters needs ADDRESS.'],
    ['block', 'veilpost block needs ALIAS.'],
    ['plan a@b.c --aliases 2 --free', 'veilpost plan takes --aliases or --free, not both.'],
    ...['0', '501', 'x', '1.5', '-1', '007'].map((given) => [
      `plan a@b.c --aliases=${given}`,
      `veilpost plan --aliases requires a number from 1 to 500, but was given ${given}.`,
    ]),
    ['--replace', 'Missing command.'],
  ]) {
    const args = line.split(' ').filter(Boolean);
    assert.throws(
      () => readArguments(args),
      (error) => {
        assert.ok(error instanceof Fault, String(error));
        assert.equal(error.exitCode, 64);
        assert.equal(error.message, `${sentence}\n\n${usageOf(args[0])}`);
        return true;
      },
    );
  }
});

test('status prints the integrity of the database, unless an option asks for something else', () => {
  for (const [line, ...expected] of [
    ['status', 'database', '', ''],
    ['status copy', 'database', 'copy', ''],
    ['status --count', 'count', '', ''],
    ['status --complaints', 'complaints', '', ''],
    ['status --tls-report 2026-11-26', 'tls-report', '', '2026-11-26'],
  ] as const) {
    const { status, operand, day } = readArguments(line.split(' '));
    assert.deepEqual([status, operand, day], expected);
  }
});

test('help is shown by command: its own lines, complete, and all lines if no command is named', () => {
  const all = usageOf();
  const names = [...all.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  assert.ok(names.length > 10 && names.length <= 15, `few enough to be found: ${names.join(' ')}`);
  assert.match(
    usageOf('letters'),
    /^Usage: [^\n]+\n\n {2}letters ADDRESS [^]* {30}security[^\n]+\n$/,
  );
  assert.match(usageOf('backup'), /\n {2}backup FILE\|FOLDER \[--keep N\]\n[^]*keeps N\n$/);
  assert.doesNotMatch(usageOf('forget'), /export/);
  for (const name of names) if (!name.startsWith('-')) assert.ok(usageOf(name).length < 800, name);
  assert.equal(usageOf('nonsense'), all);
});
