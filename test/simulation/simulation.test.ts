import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, test } from 'node:test';
import { RoutedNextHop } from '#mail/smtp/send/route/routed-next-hop.ts';
import { Budget } from '#mail/smtp/receive/memory/budget.ts';
import { lived, planOfLife } from './lives.ts';
import { type PlanFile, planOfFile } from './plan-file.ts';
import { PROFILES } from './profiles/profiles.ts';
import { shrunk } from './shrink.ts';
import { Databases } from './template.ts';

const databases = new Databases();
after(() => databases[Symbol.dispose]());

const SEED = 20_261_125;
const hashes = new Map<string, number>();
for (const profile of Object.keys(PROFILES)) {
  test(`every promise holds in a fixed life of the engine: ${profile}`, async () => {
    const { failure, counts, hash } = await lived(planOfLife(SEED, 0, profile), databases);
    hashes.set(profile, hash);
    assert.equal(failure?.message, undefined, `--seed ${SEED} --profile ${profile} --life 0`);
    assert.ok((counts.get('mails') ?? 0) > 0);
  });
}

test('without a fault no mail is deferred, and none arrives twice except identical ones', async () => {
  const { counts } = await lived(planOfLife(SEED, 3, 'calm'), databases);
  const names = [...counts.keys()].filter((name) => /4yz|5yz|copy: (?!no field)/.test(name));
  assert.deepEqual(names, []);
});

test('the same seed gives the same octets at the same microsecond, another one gives others', async () => {
  for (const profile of ['crashes', 'tls']) {
    const { hash } = await lived(planOfLife(SEED, 0, profile), databases);
    assert.equal(hash, hashes.get(profile), profile);
  }
  assert.equal(new Set(hashes.values()).size, hashes.size);
});

for (const file of globSync('plans/*.json', { cwd: import.meta.dirname })) {
  const name = basename(file, '.json');
  const plan: PlanFile = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));
  const { promise = `a fault that the simulation has found stays fixed: ${name}` } = plan;
  test(promise, async () => {
    const { failure, counts } = await lived(planOfFile(plan), databases);
    assert.equal(failure?.message, undefined);
    for (const [what, number] of Object.entries(plan.counts ?? {})) {
      assert.equal(counts.get(what) ?? 0, number, what);
    }
  });
}

test('an engine that replies 250 without a delivery is found, and the plan is made small', async (t) => {
  const peer = { host: 'nobody', tls: null };
  t.mock.method(RoutedNextHop.prototype, 'deliver', async () => ({
    kind: 'accepted',
    reply: { code: 250, enhanced: '2.0.0' },
    peer,
  }));
  const plan = planOfLife(SEED, 0, 'crashes');
  assert.equal((await lived(plan, databases)).failure?.promise, 'V01');
  const { mails, incidents } = await shrunk(plan, (some) => lived(some, databases));
  assert.deepEqual([mails.length, incidents.length], [1, 0]);
});

test('an engine that keeps the memory of messages is found', async (t) => {
  t.mock.method(Budget.prototype, 'give', () => {});
  const { failure } = await lived(planOfLife(SEED, 0, 'calm'), databases);
  assert.equal(failure?.promise, 'V06');
});
