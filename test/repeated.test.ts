/** Values and lines that several files repeat are equal. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '#app/config/config.ts';
import { ConfigError } from '#app/config/fault.ts';

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

const linesOf = (unit: string) =>
  read(`deploy/${unit}`)
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.startsWith('Description='));

const alone = linesOf('veilpost.service');
const several = linesOf('veilpost@.service');
const added = several.filter((line) => !alone.includes(line));

test('the unit for several processes matches the one for a single process, and replaces it', () => {
  assert.deepEqual(
    several.filter((line) => !added.includes(line)),
    alone,
  );
  assert.deepEqual(
    added.map((line) => line.split(' ')[0]),
    ['Conflicts=veilpost.service', 'Environment=REUSE_PORT=on'],
  );
});

test('its processes share the ports of mail and screen, and each has its own for metrics', () => {
  const instance = (number: string) => {
    const line = added.find((one) => one.startsWith('Environment=')) ?? '';
    const variables = line.replace('Environment=', '').replaceAll('%i', number).split(' ');
    const set = Object.fromEntries(variables.map((one) => one.split('=')));
    const config = readConfig({ NEXT_HOP: 'mx:', ...set });
    if (config instanceof ConfigError) assert.fail(config.message);
    return config;
  };
  const [one, two] = [instance('1'), instance('2')];
  assert.ok(one.reusePort && two.reusePort);
  assert.deepEqual([one.smtpPort, one.httpPort], [two.smtpPort, two.httpPort]);
  assert.deepEqual([one.adminPort, two.adminPort], [9091, 9092]);
});
