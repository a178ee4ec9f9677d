import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { RoutedNextHop } from '#mail/smtp/send/route/routed-next-hop.ts';
import { Budget } from '#mail/smtp/receive/memory/budget.ts';
import type { Outcome } from './life.ts';
import { lived, planOfLife } from './lives.ts';
import { keptPlans, planOfFile } from './plan-file.ts';
import { PROFILES } from './profiles/profiles.ts';
import { shrunk } from './shrink.ts';
import { Databases } from './world/databases.ts';
import { World } from './world/world.ts';

const databases = new Databases();
after(() => databases[Symbol.dispose]());

const SEED = 20_261_125;
const outcomes = new Map<string, Outcome>();
for (const profile of Object.keys(PROFILES)) {
  test(`every promise holds in a fixed life of the engine: ${profile}`, async () => {
    const outcome = await lived(planOfLife(SEED, 0, profile), databases);
    outcomes.set(profile, outcome);
    const { failure, counts } = outcome;
    assert.equal(failure?.message, undefined, `--seed ${SEED} --profile ${profile} --life 0`);
    assert.ok((counts.get('mails') ?? 0) > 0);
  });
}

test('without a fault no mail is deferred, and none arrives twice except identical ones', () => {
  const { counts } = outcomes.get('calm') ?? assert.fail();
  const names = [...counts.keys()].filter((name) => /4yz|5yz|copy: (?!no field)/.test(name));
  assert.deepEqual(names, []);
});

test('the same seed gives the same octets at the same microsecond, another one gives others', async () => {
  const { hash } = await lived(planOfLife(SEED, 0, 'tls'), databases);
  assert.equal(hash, outcomes.get('tls')?.hash);
  const hashes = [...outcomes.values()].map((outcome) => outcome.hash);
  assert.equal(new Set(hashes).size, hashes.length);
});

for (const [name, plan] of keptPlans()) {
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

test('work that endlessly schedules more work is aborted', () => {
  const world = new World();
  const again = () => void world.in(1, again);
  again();
  assert.equal(world.run(), false);
});
