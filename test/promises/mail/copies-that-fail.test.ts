import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { runCommand } from '#app/command/command.ts';
import { Fault } from '#app/config/fault.ts';
import { openStore } from '#store/open.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import { smallDisk, tempFolder } from '#support/temp-folder.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tcpProxy } from '#support/tcp-proxy.ts';

const folder = tempFolder(after);
process.chdir(folder);
const file = `${folder}/veilpost.sqlite`;

/** Runs a command. @returns what it prints. @throws an error whose message the program prints */
async function veilpost(args: string[], databaseUrl = `sqlite:${file}`): Promise<string> {
  let printed = '';
  const unused = () => assert.fail('is not read');
  await runCommand(args, {
    databaseUrl: () => databaseUrl,
    domains: unused,
    letters: unused,
    plan: unused,
    admin: unused,
    print: (text) => void (printed += text),
    log: SILENT,
  });
  return printed;
}

/** Runs a command that fails. @returns its sentence */
async function refused(args: string[], databaseUrl?: string): Promise<string> {
  const error: unknown = await veilpost(args, databaseUrl).catch((reason: unknown) => reason);
  if (error instanceof Fault) assert.equal(error.exitCode, 1, args.join(' '));
  else assert.ok(error instanceof DatabaseUnusable, `${args.join(' ')}: ${String(error)}`);
  assert.match(error.message, /^[^\n]+\.\n?$/, 'one sentence');
  return error.message.trimEnd();
}

async function withTemporary(place: string, run: () => Promise<string>): Promise<string> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = place;
  const sentence = await run();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  return sentence;
}

const store = await openStore(`sqlite:${file}`, { now: Date.now, log: SILENT });
await store.insertAlias({ real_email: 'a@b.test', alias_email: 'alias-1000@a.test' });
await veilpost(['backup', 'good']);
writeFileSync(`${folder}/letter`, 'Dear Jane,');
writeFileSync(`${folder}/empty`, '');
writeFileSync(`${folder}/torn`, readFileSync(`${folder}/good`).subarray(0, 20_000));
mkdirSync(`${folder}/folder`);

test('a backup that cannot be written is one sentence with its file and the remedy, and leaves nothing behind', async () => {
  const before = readdirSync(folder);
  for (const [to, sentence] of [
    ['none/x', 'Cannot write the backup none/x (ENOENT): create its folder first.'],
    ['letter/x', 'Cannot write the backup letter/x (ENOTDIR): choose a file in a folder.'],
    ['good', 'The file good already exists: choose another name.'],
  ] as const) {
    assert.equal(await refused(['backup', to]), sentence);
  }
  const long = 'x'.repeat(300);
  assert.match(
    await refused(['backup', long]),
    /^Cannot write the backup x+ \(ENAMETOOLONG\): choose another/,
  );
  assert.match(
    await refused(['backup', long, '--keep', '2']),
    /^Folder x+ does not exist: create it, owned by the user of the service\.$/,
  );
  assert.deepEqual(readdirSync(folder), before);
});

test('a backup that fills its disk is one sentence, and frees its space', async (t) => {
  const disk = smallDisk(1, (cleanUp) => t.after(cleanUp));
  if (disk === undefined) return t.skip('this user may not mount a small disk');
  writeFileSync(`${disk}/other`, Buffer.alloc(1_000_000));
  assert.equal(
    await refused(['backup', `${disk}/x`]),
    `Cannot write the backup ${disk}/x (database or disk is full): free some space on its disk.`,
  );
  assert.deepEqual(readdirSync(disk), ['other']);
  const sentence = await withTemporary(disk, () => refused(['restore', 'good', '--replace']));
  assert.equal(
    sentence,
    `Cannot copy the backup good to ${disk} (ENOSPC): free some space on its disk.`,
  );
  const database = `sqlite:${disk}/new.sqlite`;
  assert.match(await refused(['restore', 'good'], database), /new\.sqlite: .*full/);
});

test('the remains of a killed backup are replaced', async () => {
  writeFileSync(`${folder}/again.unfinished`, 'half of it', { mode: 0o644 });
  writeFileSync(`${folder}/again.unfinished-journal`, 'half of it');
  await veilpost(['backup', 'again']);
  assert.equal(statSync(`${folder}/again`).mode & 0o777, 0o600);
  assert.equal(existsSync(`${folder}/again.unfinished-journal`), false);
});

test('a backup that cannot be restored is one sentence with its name instead of that of a temporary copy', async () => {
  for (const [from, sentence] of [
    ['none', /^File none does not exist\.$/],
    ['folder', /^Cannot copy the backup folder to \S+ \(EISDIR\): choose a file, /],
    ['letter', /^The file letter is not a SQLite database\.$/],
    ['empty', /^The file empty is empty: it is not a backup\.$/],
    ['torn', /^Cannot open the database file torn: database disk image is malformed\.$/],
  ] as const) {
    assert.match(await refused(['restore', from, '--replace']), sentence);
  }
  assert.match(
    await withTemporary(`${folder}/none`, () => refused(['restore', 'good', '--replace'])),
    /^TMPDIR: cannot create a temporary file in \S+none \(ENOENT\): create its folder first\.$/,
  );
});

test('a restore while another program keeps the lock is one sentence, and the database is as it was', async () => {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const sentence = await refused(['restore', 'good', '--replace']);
  other.exec('ROLLBACK');
  other.close();
  assert.equal(
    sentence,
    `Cannot restore the backup good; ${file} is unchanged (database is locked): another program holds its lock, so try again.`,
  );
  assert.ok(await store.aliasByAddress('alias-1000@a.test'));
});

test('a move whose server fails is one sentence, and the same command completes it', async (t) => {
  const url = new URL(await (await postgresServer((end) => t.after(end))).database('moved'));
  const server = { host: url.hostname, port: Number(url.port) };
  const proxy = await tcpProxy(server, (end) => t.after(end));
  url.port = String(proxy.port);
  const move = { from: file, to: url.href, log: SILENT };
  await assert.rejects(migrateTo({ ...move, progress: () => proxy.cut() }), (error) => {
    assert.ok(error instanceof DatabaseUnusable, String(error));
    assert.match(
      error.message,
      /^The migration of \S+veilpost\.sqlite was interrupted; run the same command to resume it \([^\n]+\): [^\n]+ try again\.$/,
    );
    return true;
  });
  proxy.mend();
  await store.close();
  assert.equal(await migrateTo({ ...move, progress: () => {} }), 1);
});
