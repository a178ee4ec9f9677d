import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { importsOf } from './test/imports.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('each of npm’s scripts answers --help', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const programs = Object.values(scripts).map((line) => line.split('node ').at(-1) ?? '');
  const files = new Set(
    programs.flatMap((words) => words.split(' ').find((word) => /\.m?[jt]s$/.test(word)) ?? []),
  );
  assert.ok(files.size >= 15, [...files].join());
  for (const file of files) {
    const beside = importsOf(file, read(file)).filter((one) => dirname(one) === dirname(file));
    const text = [file, ...beside].map(read).join('');
    // A server has some of them without test/.
    assert.match(text, /commandLine\(USAGE, |help: \{ |=== '--help'/, file);
  }
});

test('--help prints the usage alone, and an unknown option is one line', () => {
  const run = (...words: string[]) => {
    const command = [join(ROOT, 'scripts/supabase-letters.ts'), ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return [status, stdout.split('\n')[0], stderr];
  };
  assert.deepEqual(run('--help'), [0, 'Usage: npm run supabase:letters -- FOLDER', '']);
  const reason = "Unknown option '--no-such'. See --help.\n";
  assert.deepEqual(run('folder', '--no-such'), [64, '', reason]);
  assert.deepEqual(run(), [64, '', 'Name a folder for the templates. See --help.\n']);
});
