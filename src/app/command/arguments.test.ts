import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../config/fault.ts';
import { readArguments, takeEnvFile, usageOf } from './arguments.ts';

test('the file of settings may stand before or behind the command, with a blank or an equals sign', () => {
  for (const args of [
    ['--env-file', 'FILE', 'backup', 'x'],
    ['--env-file=FILE', 'backup', 'x'],
    ['backup', '--env-file', 'FILE', 'x'],
    ['backup', 'x', '--env-file=FILE'],
  ]) {
    assert.deepEqual(takeEnvFile(args), { envFile: 'FILE', rest: ['backup', 'x'] });
  }
  assert.deepEqual(takeEnvFile(['check']), { envFile: undefined, rest: ['check'] });
  for (const wrong of [['--env-file'], ['--env-file='], ['--env-file=A', '--env-file', 'B']]) {
    assert.throws(
      () => takeEnvFile(['check', ...wrong]),
      /^Fault: --env-file (?:needs a FILE|stands there twice)\.\n\nUsage: npx veilpost/,
    );
  }
});

test('a wrong command line says in its first sentence what is wrong, and shows the lines of its command', () => {
  for (const [line, sentence] of [
    ['', 'A command is missing.'],
    ['backpu a', 'There is no command backpu.'],
    ['backup', 'veilpost backup needs FILE or FOLDER.'],
    ['backup a b', 'veilpost backup takes FILE or FOLDER, and was given a b.'],
    ['backup a --replace', 'veilpost backup takes no --replace.'],
    [
      'backup a --keep 0',
      'veilpost backup --keep needs a number from 1 to 99999, and was given 0.',
    ],
    ['restore a --keep 3', 'veilpost restore takes no --keep.'],
    ['restore a --force', "veilpost restore: Unknown option '--force'."],
    ['check a b', 'veilpost check takes [FILE], and was given a b.'],
    ['init x', 'veilpost init takes no operand, and was given x.'],
    ['list', 'veilpost list needs --count: there is no list of addresses.'],
    ['letters a@b.c --allow --stop', 'veilpost letters takes --allow or --stop, and not both.'],
    ['letters --stop', 'veilpost letters needs ADDRESS.'],
    ['block', 'veilpost block needs ALIAS.'],
    ['--replace', 'A command is missing.'],
  ] as const) {
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

test('help is given by command: its own lines, whole, and all where none is named', () => {
  const all = usageOf();
  const names = [...all.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  assert.ok(new Set(names).size > 12);
  assert.match(usageOf('letters'), /^Usage: [^\n]+\n\n {2}letters ADDRESS [^]* {30}days[^\n]+\n$/);
  assert.match(usageOf('backup'), /\n {2}backup FILE [^]*\n {2}backup FOLDER [^]*beyond N\n$/);
  assert.doesNotMatch(usageOf('forget'), /forget-factors|export/);
  for (const name of names) if (!name.startsWith('-')) assert.ok(usageOf(name).length < 500, name);
  assert.equal(usageOf('nonsense'), all);
});
