/** Versions that occur in several files are equal. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const {
  version,
  optionalDependencies,
}: Record<string, string> & {
  version: string;
  optionalDependencies: Record<string, string>;
} = JSON.parse(read('package.json'));

test("the image's label names the version of the program", () => {
  const label = `org.opencontainers.image.version="${version}"`;
  assert.ok(read('deploy/Containerfile').includes(label));
});

test('the guide installs the version of Node that the service runs on', () => {
  const named = [...read('docs/self-hosting.md').matchAll(/\bv(\d+\.\d+\.\d+)(?=[-/])/g)];
  assert.equal(named.length, 3);
  assert.deepEqual(
    new Set(named.map(([, one]) => one)),
    new Set(Object.values(optionalDependencies)),
  );
});
