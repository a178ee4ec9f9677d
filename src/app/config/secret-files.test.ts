import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { ConfigError } from './fault.ts';
import { SECRETS, withSecretFiles } from './secret-files.ts';
import type { Environment } from './values.ts';

const folder = tempFolder(after);
const KEY = 'k'.repeat(32);

function fileWith(content: string | Uint8Array): string {
  const path = `${folder}/${Math.random().toString(36).slice(2)}`;
  writeFileSync(path, content);
  return path;
}

function refusal(env: Environment, credentials?: string): string {
  try {
    withSecretFiles(env, credentials);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('it was taken');
}

for (const name of SECRETS) {
  test(`${name} may be in a file, or be a credential of systemd; the last line break is removed`, () => {
    for (const end of ['', '\n', '\r\n']) {
      const path = fileWith(`value of ${name}${end}`);
      assert.equal(
        withSecretFiles({ [`${name}_FILE`]: path }, undefined)[name],
        `value of ${name}`,
      );
    }
    const credentials = tempFolder(after);
    writeFileSync(`${credentials}/${name}`, 'from systemd\n');
    const env = withSecretFiles({ HOST: '::' }, credentials);
    assert.deepEqual(env, { HOST: '::', [name]: 'from systemd' });
  });
}

test('without files the settings are as they were', () => {
  const env = { SECRET_KEY: KEY, DATABASE_URL_FILE: '' };
  for (const credentials of [undefined, '', folder, `${folder}/none`]) {
    assert.deepEqual(withSecretFiles(env, credentials), env);
  }
});

test('a setting in two places is rejected, with both named', () => {
  const credentials = tempFolder(after);
  writeFileSync(`${credentials}/SECRET_KEY`, KEY);
  const SECRET_KEY_FILE = fileWith(KEY);
  const only = 'SECRET_KEY must be set in one place, but is set by';
  const env = { SECRET_KEY: KEY };
  assert.equal(refusal({ ...env, SECRET_KEY_FILE }), `${only} SECRET_KEY and by SECRET_KEY_FILE.`);
  assert.equal(refusal(env, credentials), `${only} SECRET_KEY and by the credential SECRET_KEY.`);
  assert.equal(
    refusal({ SECRET_KEY_FILE }, credentials),
    `${only} SECRET_KEY_FILE and by the credential SECRET_KEY.`,
  );
});

test('a file that cannot be used is named, but its text is not', () => {
  const secret = 'geheim';
  const large = fileWith(secret.repeat(11_000));
  const nul = fileWith(`${secret}\0`);
  const empty = fileWith('\n');
  mkdirSync(`${folder}/directory`);
  for (const [path, reason] of [
    [`${folder}/none`, 'cannot be read (ENOENT)'],
    [`${folder}/directory`, 'is not a regular file'],
    ['/dev/zero', 'is not a regular file'],
    [large, 'is larger than 65536 bytes'],
    [nul, 'holds a NUL'],
    [empty, 'is empty'],
  ] as const) {
    assert.equal(
      refusal({ NEXT_HOP_FILE: path }),
      `NEXT_HOP_FILE cannot be used: the file ${path} ${reason}.`,
    );
  }
  const exact = fileWith('x'.repeat(65_536));
  assert.equal(withSecretFiles({ NEXT_HOP_FILE: exact }, '')['NEXT_HOP']?.length, 65_536);
  assert.equal(
    refusal({ NEXT_HOP_FILE: 'secrets/next-hop' }),
    'NEXT_HOP_FILE must be an absolute path such as /run/secrets/veilpost, but is secrets/next-hop.',
  );
  const credentials = tempFolder(after);
  mkdirSync(`${credentials}/NEXT_HOP`);
  assert.equal(
    refusal({}, credentials),
    `The credential NEXT_HOP cannot be used: the file ${credentials}/NEXT_HOP is not a regular file.`,
  );
});

test('a folder of credentials that cannot be searched is named', () => {
  const path = `${folder}/${'x'.repeat(300)}`;
  assert.match(
    refusal({}, path),
    /^CREDENTIALS_DIRECTORY cannot be used: cannot read \S+\/SECRET_KEY \(ENAMETOOLONG\)\.$/,
  );
});

test('a file without read permission is named', { skip: process.getuid?.() === 0 }, () => {
  const path = fileWith(KEY);
  chmodSync(path, 0);
  assert.match(refusal({ SECRET_KEY_FILE: path }), /cannot be read \(EACCES\)\.$/);
});
