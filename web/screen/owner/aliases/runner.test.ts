import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnersCall } from '../call.ts';
import { createAliasesRunner } from './runner.ts';
import { alias, seen } from './steps.fixture.ts';

/** Jane's list has been read. */
async function jane() {
  let answer: OwnersCall = async () => ({
    status: 200,
    text: JSON.stringify({ most: 5, aliases: [alias('1')] }),
    seconds: 60,
  });
  const kept = { ended: false };
  const told: string[] = [];
  const hasEnded = () => {
    if (kept.ended) told.push('ended');
    return kept.ended;
  };
  const runner = createAliasesRunner(
    (...call) => answer(...call),
    hasEnded,
    () => void told.push('left'),
  );
  runner.send(seen('1'));
  await new Promise(setImmediate);
  assert.equal(runner.state().list?.aliases.length, 1);
  return { runner, kept, told, answerWith: (next: OwnersCall) => void (answer = next) };
}

test('a session that has ended elsewhere: the answer for strangers takes nothing off the page, which says that it has ended', async () => {
  const { runner, kept, told, answerWith } = await jane();
  answerWith(async () => {
    kept.ended = true;
    return { status: 404, text: '{}', seconds: 60 };
  });
  runner.send({ type: 'cameBack' });
  await new Promise(setImmediate);
  assert.deepEqual(told, ['ended']);
  assert.equal(runner.state().list?.aliases.length, 1);
});

test('no alias is made in the session of another owner, which another tab has begun', async () => {
  const { runner, kept, told, answerWith } = await jane();
  answerWith(() => assert.fail('it would be that owner’s'));
  kept.ended = true;
  runner.send({ type: 'makePressed' });
  await new Promise(setImmediate);
  assert.deepEqual(told, ['ended']);
  assert.equal(runner.state().making, false);
  assert.equal(runner.state().failure, undefined);
});

test("a gateway's page in place of an answer is a failed call", async () => {
  const { runner, answerWith } = await jane();
  for (const status of [200, 201]) {
    answerWith(async () => ({ status, text: '<html>', seconds: 60 }));
    runner.send({ type: status === 200 ? 'cameBack' : 'makePressed' });
    await new Promise(setImmediate);
  }
  assert.deepEqual([runner.state().list?.aliases.length, runner.state().making], [1, false]);
  assert.equal(runner.state().failure, 'failed');
});
