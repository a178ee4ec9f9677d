import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VEILPOST = fileURLToPath(new URL('../../scripts/veilpost.mjs', import.meta.url));
const folder = tempFolder(after);
const databaseUrl = 'sqlite:./data/veilpost.sqlite';
const options = { now: Date.now, log: SILENT };

/** Runs the program as an operator does, in a folder of its own. */
function veilpost(args: string[], env: Record<string, string> = { DATABASE_URL: databaseUrl }) {
  const run = spawnSync(process.execPath, [VEILPOST, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

const store = await openStore(`sqlite:${folder}/data/veilpost.sqlite`, options);
await store.insertAlias({ real_email: 'a@b.c', alias_email: 'alias-1000@a.test' });

test('an operator backs up, restores, and is asked before anything is replaced', () => {
  assert.deepEqual(veilpost(['backup', 'copy']), {
    code: 0,
    out: 'copy holds 1 alias.\n',
    err: '',
  });
  const refused = veilpost(['restore', 'copy']);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^The database .* holds aliases; with --replace [^\n]+\.\n$/);
  const replaced = veilpost(['restore', 'copy', '--replace']);
  assert.equal(replaced.code, 0, replaced.err);
  assert.match(replaced.out, /holds the 1 alias of the backup now\.\n$/);
  assert.equal(veilpost(['restore', 'copy'], { DATABASE_URL: 'sqlite:./other.sqlite' }).code, 0);
});

test('an operator moves to PostgreSQL, and is told what to do next', async () => {
  const server = await postgresServer(after);
  const url = await server.database('command');
  const moved = veilpost(['migrate-to', url]);
  assert.equal(moved.code, 0, moved.err);
  assert.match(moved.out, /1 of 1 alias copied\r/);
  assert.match(moved.out, /1 alias moved and compared\..* set DATABASE_URL/);
  const target = await openStore(url, options);
  const alias = await store.aliasByAddress('alias-1000@a.test');
  assert.deepEqual(await target.aliasByAddress('alias-1000@a.test'), alias);
  await Promise.all([target.close(), store.close()]);
  const again = veilpost(['migrate-to', url]);
  assert.equal(again.code, 1);
  assert.match(again.err, /were moved to the database 127\.0\.0\.1/);
});

test('who asks for help gets it, and nothing else happens', () => {
  const unset = { DATABASE_URL: 'mysql://x' };
  assert.match(
    veilpost(['--help'], unset).out,
    /^Usage: npx veilpost/,
    'whatever the settings are',
  );
  assert.deepEqual(veilpost(['backup', 'never', '-h']), veilpost(['--help']));
  assert.equal(existsSync(`${folder}/never`), false);
  const npmStart = (...args: string[]) =>
    spawnSync('npm', ['start', '--silent', '--', ...args], { cwd: ROOT, encoding: 'utf8' });
  const help = npmStart('--help');
  assert.equal(help.status, 0, help.stderr);
  assert.match(help.stdout, /^Usage: npm start\n[^]*npx veilpost --help\n$/);
  const wrong = npmStart('--port', '80');
  assert.equal(wrong.status, 64);
  assert.equal(wrong.stderr, 'npm start takes no arguments but --help, and was given: --port 80\n');
});

test('a wrong command line shows the right ones', () => {
  for (const args of [
    [],
    ['help'],
    ['backup'],
    ['backup', 'a', 'b'],
    ['backup', 'a', '--replace'],
    ['restore', 'a', '--force'],
    ['migrate-to', 'mysql://x'],
  ]) {
    const { code, err } = veilpost(args);
    assert.equal(code, 64, args.join(' '));
    assert.match(err, /^Usage: npx veilpost/);
  }
});

test('what belongs to a server is left to its own tools, and a wrong configuration is one sentence', () => {
  const onServer = veilpost(['backup', 'x'], { DATABASE_URL: 'postgres://u:secret@h/db' });
  assert.equal(onServer.code, 64);
  assert.match(onServer.err, /^[^\n]*pg_dump[^\n]*\n$/);
  assert.doesNotMatch(onServer.err, /secret/);
  const wrong = veilpost(['backup', 'x'], { DATABASE_URL: 'mysql://x' });
  assert.equal(wrong.code, 78);
  assert.match(wrong.err, /^DATABASE_URL must be [^\n]+\n$/);
});
