import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '#app/config/config.ts';
import { ConfigError } from '#app/config/fault.ts';

const linesOf = (unit: string) =>
  readFileSync(new URL(`../deploy/${unit}`, import.meta.url), 'utf8')
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
