/** The source of a WebAssembly module is its text form; the module in use is what it assembles to (WebAssembly 2.0, section 6). */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import assembler from 'wabt';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');

const forms = globSync('src/**/*.wat', { cwd: ROOT }).toSorted();

test('every module of WebAssembly has its text form next to it', () => {
  const modules = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => /AGFzb|= instantiate</.test(read(file)) && !file.endsWith('.test.ts'),
  );
  assert.ok(forms.length > 1);
  assert.deepEqual(modules.map((file) => file.replace(/\.ts$/, '.wat')).toSorted(), forms);
});

for (const form of forms) {
  test(`${form} assembles to the module in use`, async () => {
    const wabt = await assembler();
    using text = disposable(wabt.parseWat(form, read(form)));
    text.value.validate();
    const assembled = Buffer.from(text.value.toBinary({}).buffer).toString('base64');
    const [, stored] = /'(AGFzb[A-Za-z0-9+/=]*)'/.exec(read(form.replace(/wat$/, 'ts'))) ?? [];
    assert.equal(stored, assembled);
  });
}

/** The assembler frees the memory of a module on request only. */
function disposable<Value extends { destroy: () => void }>(value: Value) {
  return { value, [Symbol.dispose]: () => value.destroy() };
}
