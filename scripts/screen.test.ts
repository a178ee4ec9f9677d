import assert from 'node:assert/strict';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { hashOfInputs } from './screen.ts';

test('the screen is built again after a changed source, but not after a clone’s new times', (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const file = (name: string) => join(folder, name);
  mkdirSync(file('web/parts'), { recursive: true });
  writeFileSync(file('web/parts/field.tsx'), 'one');
  writeFileSync(file('lock.json'), '{}');
  const seen = new Set<string>();
  const hash = (env = {}) => hashOfInputs(folder, ['web', 'lock.json'], env);
  /** Whether the hash is a new one. */
  const changed = (env = {}) => seen.size < seen.add(hash(env)).size;

  assert.ok(changed());
  utimesSync(file('web/parts/field.tsx'), 0, 0);
  writeFileSync(file('web/parts/field.test.ts'), 'a test');
  assert.ok(!changed({ HOME: '/' }), 'time, tests and the rest of the environment');
  writeFileSync(file('web/parts/field.tsx'), 'two');
  assert.ok(changed(), 'content');
  renameSync(file('web/parts/field.tsx'), file('web/parts/window.tsx'));
  assert.ok(changed(), 'name');
  writeFileSync(file('lock.json'), '{"vite":"9"}');
  assert.ok(changed(), 'tools');
  assert.ok(changed({ VITE_MADE_IN: 'x' }), 'a setting that goes into the page');
});
