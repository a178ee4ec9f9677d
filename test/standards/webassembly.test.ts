/** WebAssembly functions are written in octets; their text forms must agree (WebAssembly 2.0, section 6). */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import assembler from 'wabt';
import { searchModule } from '#mail/smtp/receive/suspect-search.ts';
import { kernelModule } from '#mail/trust/signature/body-kernel.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The binaries by the names of their text forms. */
const BINARIES: Record<string, Uint8Array> = {
  'src/mail/smtp/receive/suspect-search.wat': searchModule.binary,
  'src/mail/trust/signature/body-kernel.wat': kernelModule.binary,
};

test('every text form has a module, and every module a text form', () => {
  const forms = globSync('src/**/*.wat', { cwd: ROOT });
  assert.deepEqual(forms.toSorted(), Object.keys(BINARIES).toSorted());
  const modules = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) =>
    /= wasmModule\(/.test(readFileSync(`${ROOT}/${file}`, 'utf8')),
  );
  const named = modules.filter((file) => !file.endsWith('.test.ts'));
  assert.deepEqual(named.map((file) => file.replace(/\.ts$/, '.wat')).toSorted(), forms.toSorted());
});

test('the text form of a module assembles to the octets in use', async () => {
  const wabt = await assembler();
  for (const [form, binary] of Object.entries(BINARIES)) {
    using text = disposable(wabt.parseWat(form, readFileSync(`${ROOT}/${form}`, 'utf8')));
    text.value.validate();
    const { buffer } = text.value.toBinary({});
    assert.equal(Buffer.from(buffer).toString('hex'), Buffer.from(binary).toString('hex'), form);
  }
});

/** The assembler frees the memory of a module on request only. */
function disposable<Value extends { destroy: () => void }>(value: Value) {
  return { value, [Symbol.dispose]: () => value.destroy() };
}
