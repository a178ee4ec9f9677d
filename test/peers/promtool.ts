/** Debian's promtool: it checks rules, and evaluates them on series over time. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '#support/temp-folder.ts';

export const ALERTS = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url));

export function promtool(...args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' });
  assert.equal(error, undefined);
  assert.equal(status, 0, stdout + stderr);
}

/** Has promtool check these rules, or run these tests of rules. */
export function promtoolOn(t: TestContext, task: 'check' | 'test', content: object): void {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const path = join(folder, 'rules.yml');
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(content));
  promtool(task, 'rules', path);
}

/**
 * The test that an alert fires once for each of these labels, and for no others. It compares the number of alerts, not their
 * sentences, which are for people.
 * @param at a time such as `45m`
 */
export const fires = (alert: string, at: string, labels: readonly object[]) => ({
  expr: `count by (job, instance, domain, part) (ALERTS{alertname="${alert}", alertstate="firing"})`,
  eval_time: at,
  exp_samples: labels.map((one) => ({ labels: labelText(one), value: 1 })),
});

const labelText = (labels: object) =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;
