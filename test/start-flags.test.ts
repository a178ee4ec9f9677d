import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Effective only on the command line: the young generation has its size before the first line. */
const YOUNG = '--max-semi-space-size=16';
/** Effective only in the environment: the C library reads it before the runtime starts. */
const ONE_ARENA = 'MALLOC_ARENA_MAX=1';

for (const [path, command, environment] of [
  ['package.json', `node ${YOUNG} scripts/start.mjs`, `${ONE_ARENA} exec node`],
  [
    'deploy/veilpost.service',
    `node ${YOUNG} /opt/veilpost/scripts/start.mjs`,
    `\nEnvironment=${ONE_ARENA}\n`,
  ],
  [
    'deploy/veilpost@.service',
    `node ${YOUNG} /opt/veilpost/scripts/start.mjs`,
    `\nEnvironment=${ONE_ARENA}\n`,
  ],
  [
    'deploy/Containerfile',
    `node", "${YOUNG}", "/opt/veilpost/scripts/start.mjs"`,
    `\nENV ${ONE_ARENA}\n`,
  ],
  ['bench/subjects/engine.ts', `['${YOUNG}']`, `{ MALLOC_ARENA_MAX: '1' }`],
] as const) {
  test(`${path} starts the service with a young generation of a known size and one area for all threads' memory`, () => {
    assert.ok(read(path).includes(command));
    assert.ok(read(path).includes(environment));
  });
}
