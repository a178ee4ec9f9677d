import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { rsaKey } from '#support/signing.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { KeyFile } from './dkim-key-file.ts';
import { Fault } from '../config/fault.ts';
import { createLog } from '../observe/log.ts';

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function onDisk(t: TestContext) {
  const path = join(
    tempFolder((cleanUp) => t.after(cleanUp)),
    'dkim.pem',
  );
  const lines: string[] = [];
  const open = () =>
    new KeyFile(path, 'own', createLog({ write: (line) => lines.push(line) }, false));
  return { path, lines, open };
}

test('the key in the file is used, and the next one as soon as the file has it', async (t) => {
  const { path, lines, open } = onDisk(t);
  const [first, second] = [rsaKey(2048).privateKey, rsaKey(3072).privateKey];
  writeFileSync(path, pem(first));
  const file = open();
  const read = async () => (await file.read())[0]?.private;
  assert.ok((await read())?.equals(first));
  assert.equal(file.hasChanged(), false);
  assert.deepEqual(
    (await file.read()).map(({ selector }) => selector),
    ['own'],
  );
  writeFileSync(path, second.export({ type: 'pkcs1', format: 'pem' }));
  assert.equal(file.hasChanged(), true);
  assert.ok((await read())?.equals(second));
  assert.match(lines.join(''), /reloaded/);
  const loop = () => symlinkSync(path, path);
  const folder = () => {
    rmSync(path);
    mkdirSync(path);
  };
  for (const spoil of [() => writeFileSync(path, 'half a f'), () => rmSync(path), loop, folder]) {
    const before = lines.length;
    spoil();
    assert.equal(file.hasChanged(), true);
    assert.ok((await read())?.equals(second), 'the old key stays');
    assert.equal(lines.length, before + 1);
    await read();
    assert.equal(lines.length, before + 1, 'told once');
  }
});

test('a file that cannot be used ends the start with one sentence that contains nothing of a key', (t) => {
  const { path, open } = onDisk(t);
  const refused = (reason: RegExp) =>
    assert.throws(open, (error) => {
      assert.ok(error instanceof Fault);
      assert.match(error.message, reason);
      assert.match(error.message, /^DKIM_KEY: [^\n]+\.$/);
      return true;
    });
  refused(/cannot read \S+ \(ENOENT\)/);
  symlinkSync(path, path);
  refused(/cannot read \S+ \(ELOOP\)/);
  rmSync(path);
  const { privateKey } = generateKeyPairSync('ed25519');
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  for (const [content, reason] of [
    ['', /not a private key in PEM format/],
    [pem(rsaKey(1024).privateKey), /RSA key of 2048 to 4096 bits/],
    [pem(privateKey), /RSA key of 2048 to 4096 bits/],
    [rsaKey().privateKey.export(locked), /without a passphrase/],
  ] as const) {
    writeFileSync(path, content);
    refused(reason);
  }
});
