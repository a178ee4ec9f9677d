import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Effective on the command line alone: the young generation and the pages have their sizes before the first line. */
const YOUNG = '--max-semi-space-size=16';
const PAGES = '--use-largepages=silent';

for (const [path, command] of [
  ['package.json', `node ${YOUNG} ${PAGES} scripts/start.mjs`],
  ['deploy/veilpost.service', `node ${YOUNG} ${PAGES} /opt/veilpost/scripts/start.mjs`],
  ['deploy/Containerfile', `node", "${YOUNG}", "${PAGES}", "/opt/veilpost/scripts/start.mjs"`],
  ['bench/subjects/engine.ts', `['${YOUNG}', '${PAGES}']`],
] as const) {
  test(`${path} starts the service with a young generation of a known size and with large pages`, () => {
    assert.ok(read(path).includes(command));
  });
}
