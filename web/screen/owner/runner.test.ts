import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ALIAS, JANE } from '../machine/reached-states.fixture.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import { ownersCall } from './call.ts';
import { CONFIG, notNeeded, sessionsWith } from './parts.fixture.ts';
import { createOwnerRunner } from './runner.ts';
import { NOW, RESULT, SEEN } from './steps.fixture.ts';

const { id } = ALIAS;
const UNTIL = new Date(NOW + 3_600_000).toISOString();
const told = (until: string | null) => Response.json([{ alias_id: id, paused_until: until }]);

/** Jane's alias is on the screen. @param answers of the calls, in their order */
function jane({ mock }: TestContext, ...answers: Promise<Response>[]) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW });
  const asked: string[] = [];
  const parts: OwnerParts = {
    config: CONFIG,
    ask: (address, init) => {
      assert.ok(typeof address === 'string');
      // No one has made anything for her address.
      if (address.endsWith('/unconfirmed_aliases')) return Promise.resolve(Response.json([]));
      asked.push(`${init?.method ?? 'GET'} ${address}`);
      return answers.shift() ?? assert.fail('one call too many');
    },
    sessions: sessionsWith({ kept: () => ({ token: 'token', until: 0, email: JANE }) }),
    ticket: { current: notNeeded, make: notNeeded },
    ticketHeader: notNeeded,
    auth: notNeeded,
    authCall: notNeeded,
    letter: notNeeded,
    lastLetter: notNeeded,
    lookUp: notNeeded,
    shortTime: String,
  };
  const runner = createOwnerRunner({ ...parts, call: ownersCall(parts) }, undefined);
  runner.send(SEEN(RESULT, JANE));
  return { runner, asked };
}

test('an answer about the pause that a newer one has overtaken changes nothing', async (t) => {
  let answer: (response: Response) => void = notNeeded;
  const { runner } = jane(t, new Promise((resolve) => (answer = resolve)));
  runner.send({ type: 'pauseTold', id, until: UNTIL });
  answer(told(null));
  await new Promise(setImmediate);
  assert.equal(runner.state().pause?.until, UNTIL);
});

test('the end of a pause is stored, and one that matches no row has failed', async (t) => {
  const first = jane(t, Promise.resolve(told(UNTIL)), Promise.resolve(told(null)));
  await new Promise(setImmediate);
  assert.equal(first.runner.state().pause?.until, UNTIL);
  first.runner.send({ type: 'endPausePressed' });
  await new Promise(setImmediate);
  assert.equal(first.runner.state().pause?.until, null);
  const states = `https://veilpost.test/rest/v1/alias_states?alias_id=eq.${id}`;
  assert.deepEqual(first.asked, [`GET ${states}&select=paused_until`, `PATCH ${states}`]);

  const second = jane(t, Promise.resolve(told(UNTIL)), Promise.resolve(Response.json([])));
  await new Promise(setImmediate);
  second.runner.send({ type: 'endPausePressed' });
  await new Promise(setImmediate);
  assert.deepEqual(second.runner.state().pause, { id, until: UNTIL, ending: 'failed' });
});
