import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Effective only on the command line: the young generation has its size before the first line. */
const YOUNG = '--max-semi-space-size=16';

for (const [path, command] of [
  ['package.json', `node ${YOUNG} scripts/start.mjs`],
  ['deploy/veilpost.service', `node ${YOUNG} /opt/veilpost/scripts/start.mjs`],
  ['deploy/Containerfile', `node", "${YOUNG}", "/opt/veilpost/scripts/start.mjs"`],
  ['bench/subjects/engine.ts', `['${YOUNG}']`],
] as const) {
  test(`${path} starts the service with a young generation of a known size`, () => {
    assert.ok(read(path).includes(command));
  });
}
