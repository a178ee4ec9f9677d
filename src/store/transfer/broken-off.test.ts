import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnusable, StoreUnavailable } from '../errors.ts';
import { brokenOff } from './broken-off.ts';

/** The sentence for an operator. */
function sentence(error: Error): string {
  const said = brokenOff('Cannot copy a.sqlite', error);
  assert.ok(said instanceof DatabaseUnusable);
  return said.message;
}

test('a copy that is cut off says what to do, by the error of the system', () => {
  const of = (code: string) => sentence(Object.assign(new Error('no'), { code, syscall: 'open' }));
  for (const [codes, remedy] of [
    ['ENOENT', 'create its folder first'],
    ['ENOTDIR', 'choose a file in a folder'],
    ['EISDIR', 'choose a file, as this is a folder'],
    ['EACCES EPERM', 'give this user permission for it'],
    ['EROFS', 'its disk is read-only'],
    ['ENOSPC EDQUOT', 'free some space on its disk'],
    ['EIO', 'choose another location'],
  ] as const) {
    for (const code of codes.split(' ')) {
      assert.equal(of(code), `Cannot copy a.sqlite (${code}): ${remedy}.`);
    }
  }
});

test('by the error of SQLite, and by that of a server', () => {
  const of = (errcode: number) => sentence(Object.assign(new Error('it\n broke'), { errcode }));
  for (const [errcodes, remedy] of [
    // Busy, locked, and busy with a snapshot.
    [[5, 6, 517], 'another program holds its lock, so try again'],
    // Read-only, and its directory.
    [[8, 1544], 'give this user permission for it'],
    // Corrupt, and not a database.
    [[11, 26], 'npx veilpost status shows what is damaged'],
    [[13], 'free some space on its disk'],
    [[10], 'check the disk and try again'],
  ] as const) {
    for (const errcode of errcodes) {
      assert.equal(of(errcode), `Cannot copy a.sqlite (it broke): ${remedy}.`);
    }
  }
  const silent = new StoreUnavailable('silent', { cause: new Error('reset by peer') });
  assert.equal(
    sentence(silent),
    'Cannot copy a.sqlite (reset by peer): check the server and try again.',
  );
});

test('a sentence, and a fault of ours, stay what they are', () => {
  for (const error of [new DatabaseUnusable('Cannot.'), new TypeError('ours')]) {
    assert.equal(brokenOff('Cannot copy a.sqlite', error), error);
  }
});
