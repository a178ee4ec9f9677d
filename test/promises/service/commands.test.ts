import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { CHILD_ENVIRONMENT, ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { veilpostHere } from '#support/veilpost-command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VEILPOST = `${ROOT}scripts/veilpost.mjs`;
const folder = tempFolder(after);
const databaseUrl = 'sqlite:./data/veilpost.sqlite';
const options = { now: Date.now, log: SILENT };

/** Runs the program as an operator does, in a separate folder. */
function typed(
  args: string[],
  environment: Record<string, string> = { DATABASE_URL: databaseUrl },
) {
  const env = { ...CHILD_ENVIRONMENT, ...environment };
  const command = [VEILPOST, ...args];
  const ended = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

/** The same without a process. */
const veilpost = (args: string[], env: Record<string, string> = { DATABASE_URL: databaseUrl }) =>
  veilpostHere(folder, args, env);

const store = await openStore(`sqlite:${folder}/data/veilpost.sqlite`, options);
await store.insertAlias({ real_email: 'a@b.c', alias_email: 'alias-1000@a.test' });

/** A folder with secrets in files, and a service that has read them. */
const at = tempFolder(after);
writeFileSync(`${at}/url`, `sqlite:${at}/kept.sqlite\n`);
writeFileSync(`${at}/SECRET_KEY`, `${'k'.repeat(32)}\n`);
const secrets = { DATABASE_URL_FILE: `${at}/url`, CREDENTIALS_DIRECTORY: at };
const service = ServiceProcess.start(after, at, secrets);

test('the command, the metrics and the first line of the log contain the version', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  const told = typed(['--version'], {});
  assert.deepEqual([told.code, told.err], [0, '']);
  const [, , schema] = /^veilpost (\S+), schema (\d+)\n$/.exec(told.out) ?? assert.fail(told.out);
  assert.equal(told.out, `veilpost ${version}, schema ${schema}\n`);
  const { admin } = await service.addresses();
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  const info = `veilpost_build_info{version="${version}",schema="${schema}"} 1\n`;
  assert.ok(metrics.includes(info), metrics);
  const [line] = await service.written(/^.*"msg":"started".*$/m);
  assert.ok(line.includes(`"version":"${version}"`), line);
});

test('an operator backs up, restores, and has to confirm a replacement', async () => {
  assert.deepEqual(await veilpost(['backup', 'copy']), {
    code: 0,
    out: `copy holds 1 alias of ${folder}/data/veilpost.sqlite.\n`,
    err: '',
  });
  const refused = await veilpost(['restore', 'copy']);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^The database .* holds aliases; use --replace [^\n]+\.\n$/);
  const replaced = await veilpost(['restore', 'copy', '--replace']);
  assert.equal(replaced.code, 0, replaced.err);
  assert.match(replaced.out, /holds the 1 alias of the backup now\.\n$/);
  assert.equal(
    (await veilpost(['restore', 'copy'], { DATABASE_URL: 'sqlite:./other.sqlite' })).code,
    0,
  );
});

test('with --env-file a command uses the database of that file, in any folder and with any other setting', async () => {
  const file = `${folder}/environment`;
  writeFileSync(file, `# for systemd\nDATABASE_URL="sqlite:${folder}/data/veilpost.sqlite"\n`);
  // Another database in the same folder, named by the environment and .env.
  const other = { DATABASE_URL: 'sqlite:./elsewhere.sqlite', ALIAS_NUMBERS: 'nonsense' };
  writeFileSync(`${folder}/.env`, 'DATABASE_URL=sqlite:./elsewhere.sqlite\n');
  assert.match(
    (await veilpost(['init'], { DATABASE_URL: 'sqlite:./elsewhere.sqlite' })).out,
    /was made/,
  );
  const taken = await veilpost(['backup', '--env-file', file, 'by-file'], other);
  assert.deepEqual(taken, {
    code: 0,
    out: `by-file holds 1 alias of ${folder}/data/veilpost.sqlite.\n`,
    err: '',
  });
  assert.match(
    (await veilpost(['--env-file', file, 'status', '--count'], other)).out,
    /together +1 /,
  );
  const missing = await veilpost(['backup', '--env-file', `${folder}/none`, 'x'], other);
  assert.notEqual(missing.code, 0);
  assert.match(missing.err, /none/);
  for (const settings of ['', 'DATABASE_URL=sqlite:./data/veilpost.sqlite\n']) {
    writeFileSync(file, settings);
    const { code, err } = await veilpost(['backup', '--env-file', file, 'x'], other);
    assert.equal(code, 78);
    assert.match(
      err,
      /^DATABASE_URL in .*environment is sqlite:\.\/data[^\n]+ use an absolute path[^\n]+\n$/,
    );
  }
  rmSync(`${folder}/.env`);
});

test('the service and each command take a secret from its file, or from a credential of systemd', async () => {
  await service.addresses();
  const kept = await openStore(`sqlite:${at}/kept.sqlite`, options);
  const unused = await kept.setting('secret_key', () => 'none was made');
  await kept.close();
  assert.equal(unused, 'none was made', 'the service has the secret of the file');
  assert.match((await veilpost(['status', '--count'], secrets)).out, /together +0 /);
  writeFileSync(`${at}/environment`, `DATABASE_URL_FILE=${at}/url\n`);
  assert.match(
    (await veilpost(['status', '--env-file', `${at}/environment`], {})).out,
    /kept\.sqlite\n/,
  );
  const twice = { ...secrets, SECRET_KEY: 'x'.repeat(32) };
  for (const command of [['dns'], ['doctor'], ['status', '--count']]) {
    const { code, err } = await veilpost(command, twice);
    assert.deepEqual(
      [code, err],
      [
        78,
        'SECRET_KEY must be set in one place, but is set by SECRET_KEY and by the credential SECRET_KEY.\n',
      ],
    );
  }
});

test('on the system’s own Node a missing file of settings is one sentence', (t) => {
  const node = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path));
  if (node === undefined) return t.skip('this system has no Node of its own');
  const env = { PATH: `${dirname(node)}:/usr/bin:/bin` };
  const args = ['status', '--count', '--env-file', `${folder}/none`];
  const { status, stderr } = spawnSync(VEILPOST, args, { cwd: folder, env, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [78, `Cannot read the file ${folder}/none (ENOENT).\n`]);
});

test('a timer keeps a number of backups in a folder, and an operator checks the database or one of them', async () => {
  mkdirSync(`${folder}/backups`);
  const older = ['veilpost-20200101T000000Z.sqlite', 'veilpost-20200102T000000Z.sqlite'];
  for (const name of older) writeFileSync(`${folder}/backups/${name}`, '');
  const { code, out } = await veilpost(['backup', 'backups', '--keep', '2']);
  assert.equal(code, 0);
  assert.match(
    out,
    /^backups\/veilpost-\S+Z\.sqlite holds 1 alias of [^\n]+\nDeleted: veilpost-20200101T000000Z\.sqlite\n$/,
  );
  const [kept = '', made = ''] = readdirSync(`${folder}/backups`).toSorted();
  assert.equal(kept, older[1]);
  for (const args of [['status'], ['status', `backups/${made}`]]) {
    const check = await veilpost(args);
    assert.equal(check.code, 0, check.err);
    assert.match(
      check.out,
      /^database +\S+\.sqlite\nintegrity +ok\nschema +\d+ [^\n]+\naliases +1\n/,
    );
  }
  const empty = await veilpost(['status', `backups/${kept}`]);
  assert.equal(empty.code, 1);
  assert.match(empty.err, /is empty\.\n$/);
  const nowhere = await veilpost(['backup', 'no-such-folder', '--keep', '2']);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /^Folder no-such-folder does not exist[^\n]+\n$/);
});

test('the backup unit’s command line is valid', () => {
  const unit = readFileSync(`${ROOT}/deploy/veilpost-backup.service`, 'utf8');
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '';
  writeFileSync(`${folder}/environment`, `DATABASE_URL=sqlite:${folder}/data/veilpost.sqlite\n`);
  // A separate one: a backup is named by its second, and the last one was taken in this one.
  mkdirSync(`${folder}/unit/backups`, { recursive: true });
  const [program = '', ...args] = command
    .replace('/opt/veilpost/node_modules/.bin/node', process.execPath)
    .replace('/opt/veilpost', ROOT)
    .replace('/etc/veilpost', folder)
    .replace('/var/lib/veilpost', `${folder}/unit`)
    .split(' ');
  const run = spawnSync(program, args, { cwd: '/', env: {}, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /backups\/veilpost-\S+ holds 1 alias of /);
});

test('an operator moves to PostgreSQL, and gets the next step', async () => {
  const server = await postgresServer(after);
  const url = await server.database('command');
  const moved = await veilpost(['migrate-to', url]);
  assert.equal(moved.code, 0, moved.err);
  assert.match(moved.out, /1 of 1 alias copied\r/);
  assert.match(moved.out, /1 alias copied and verified\..* set DATABASE_URL/);
  const target = await openStore(url, options);
  const alias = await store.aliasByAddress('alias-1000@a.test');
  assert.deepEqual(await target.aliasByAddress('alias-1000@a.test'), alias);
  await Promise.all([target.close(), store.close()]);
  const again = await veilpost(['migrate-to', url]);
  assert.equal(again.code, 1);
  assert.match(again.err, /were moved to the database 127\.0\.0\.1/);
});

test('--help prints the help, without any other effect', async () => {
  const unset = { DATABASE_URL: 'mysql://x' };
  assert.match(
    (await veilpost(['--help'], unset)).out,
    /^Usage: npx veilpost/,
    'whatever the settings are',
  );
  for (const command of ['dns', 'doctor']) {
    const { code, out } = await veilpost([command, '-h'], unset);
    assert.deepEqual([code, out.startsWith(`Usage: npx veilpost ${command}`)], [0, true]);
  }
  const help = await veilpost(['help', 'backup'], unset);
  assert.deepEqual(await veilpost(['backup', 'never', '-h']), help);
  assert.match(help.out, /^Usage: npx veilpost COMMAND\n\n {2}backup FILE\|FOLDER [^]*keeps N\n$/);
  assert.equal(existsSync(`${folder}/never`), false);
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  const start = run(process.execPath, 'scripts/start.mjs', '--help');
  assert.equal(start.status, 0, start.stderr);
  assert.match(start.stdout, /^Usage: npm start\n[^]*npx veilpost --help\n$/);
  const wrong = run(process.execPath, 'scripts/start.mjs', '--port', '80');
  assert.equal(wrong.status, 64);
  assert.equal(wrong.stderr, 'npm start accepts only --help, but was given: --port 80\n');
});

test('output that cannot be written is one sentence, and a reader that has closed the pipe is not an error', () => {
  const redirected = (to: string) => {
    const run = spawnSync(
      'sh',
      ['-c', `("$0" "$1" --help; echo "code $?" >&2) ${to}`, process.execPath, VEILPOST],
      {
        encoding: 'utf8',
      },
    );
    return run.stderr;
  };
  assert.equal(redirected('> /dev/full'), 'Cannot write the output (ENOSPC).\ncode 1\n');
  assert.equal(redirected('| true'), 'code 0\n');
});

// The lines of the other commands have their sentences in src/app/command/arguments.test.ts.
test('a wrong command line ends with one sentence before the usage, and 64', async () => {
  for (const [args, sentence] of [
    [
      ['migrate-to', 'mysql://x'],
      'veilpost migrate-to requires an address that begins with postgres://.',
    ],
    [['doctor', 'now'], "veilpost doctor: Unexpected argument 'now'."],
    [['doctor', '--fix'], "veilpost doctor: Unknown option '--fix'."],
    [['dns', '--newkey'], "veilpost dns: Unknown option '--newkey'."],
    [['dns', 'alias.test'], "veilpost dns: Unexpected argument 'alias.test'."],
    [['dns', '--new-key=yes'], "veilpost dns: Option '--new-key' does not take an argument."],
  ] as const) {
    const { code, out, err } = await veilpost([...args]);
    assert.deepEqual([code, out], [64, ''], args.join(' '));
    assert.ok(err.startsWith(`${sentence}\n\nUsage: npx veilpost`), err);
  }
});

test('a database on a server is left to its own tools, and a wrong configuration is one sentence', async () => {
  const onServer = await veilpost(['backup', 'x'], { DATABASE_URL: 'postgres://u:secret@h/db' });
  assert.equal(onServer.code, 64);
  assert.match(onServer.err, /^[^\n]*pg_dump[^\n]*\n$/);
  assert.doesNotMatch(onServer.err, /secret/);
  const wrong = await veilpost(['backup', 'x'], { DATABASE_URL: 'mysql://x' });
  assert.equal(wrong.code, 78);
  assert.match(wrong.err, /^DATABASE_URL must be [^\n]+\n$/);
});
