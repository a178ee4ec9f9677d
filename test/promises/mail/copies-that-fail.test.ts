import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import { smallDisk, tempFolder } from '#support/temp-folder.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tcpProxy } from '#support/loopback.ts';
import { veilpostHere } from '#support/veilpost-command.ts';

const folder = tempFolder(after);
const file = `${folder}/veilpost.sqlite`;

const veilpost = (args: string[], settings: Record<string, string> = {}) =>
  veilpostHere(folder, args, { DATABASE_URL: `sqlite:${file}`, ...settings });

/** Runs a command that fails. @returns its sentence */
async function refused(args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await veilpost(args, settings);
  assert.deepEqual([code, out], [1, ''], args.join(' '));
  assert.match(err, /^[^\n]+\.\n$/, 'one sentence');
  return err.trimEnd();
}

/** Fails in a folder for temporary files. @returns its sentence */
async function refusedIn(TMPDIR: string, args: string[]): Promise<string> {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = TMPDIR;
  const sentence = await refused(args);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
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
  assert.equal(
    await refused(['backup', 'good', '--keep', '2']),
    'good is a file: --keep requires a folder.',
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
  const sentence = await refusedIn(disk, ['restore', 'good', '--replace']);
  assert.equal(
    sentence,
    `Cannot copy the backup good to ${disk} (ENOSPC): free some space on its disk.`,
  );
  const other = { DATABASE_URL: `sqlite:${disk}/new.sqlite` };
  assert.match(await refused(['restore', 'good'], other), /new\.sqlite: .*full/);
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
    await refusedIn(`${folder}/none`, ['restore', 'good', '--replace']),
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
  const url = new URL(await postgresDatabase('copies_moved'));
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
