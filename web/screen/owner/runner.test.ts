import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Auth, openAuth } from '../../client/auth.ts';
import { ALIAS, JANE } from '../machine/reached-states.fixture.ts';
import type { ScreenEvent } from '../machine/events.ts';
import { CONFIG, notNeeded, partsWith, sessionsWith } from './parts.fixture.ts';
import { createOwnerRunner } from './runner.ts';
import { panelOf } from './state.ts';
import { NOW, RESULT, SEEN } from './steps.fixture.ts';

const { id } = ALIAS;
const UNTIL = new Date(NOW + 3_600_000).toISOString();
const told = (until: string | null) => Response.json([{ alias_id: id, paused_until: until }]);
const sessionOf = (email: string | undefined) =>
  sessionsWith({ kept: () => (email === undefined ? email : { token: 'token', until: 0, email }) });

function stopTime({ mock }: TestContext): void {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW });
}

/** Jane's alias is on the screen. @param answers of the calls, in their order */
function jane(t: TestContext, ...answers: Promise<Response>[]) {
  stopTime(t);
  const asked: string[] = [];
  const parts = partsWith({
    ask: (address, init) => {
      assert.ok(typeof address === 'string');
      // No one has made anything for her address.
      if (address.endsWith('/unconfirmed_aliases')) return Promise.resolve(Response.json([]));
      asked.push(`${init?.method ?? 'GET'} ${address}`);
      return answers.shift() ?? assert.fail('one call too many');
    },
    sessions: sessionOf(JANE),
  });
  const runner = createOwnerRunner(parts, undefined);
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

test("under an unconfirmed alias the server is asked every 10 s, and an address that was confirmed in another tab is the owner's here too", async (t) => {
  stopTime(t);
  const looked: string[] = [];
  let owner: string | undefined;
  const parts = partsWith({
    ask: async () => told(null),
    sessions: sessionsWith({
      kept: () => (owner === undefined ? owner : { token: 'token', until: 0, email: owner }),
    }),
    lastLetter: () => undefined,
    lookUp: async (email) => {
      looked.push(email);
      return ALIAS;
    },
  });
  const runner = createOwnerRunner(parts, undefined);
  runner.send(SEEN(RESULT));
  t.mock.timers.tick(9999);
  assert.deepEqual(looked, []);
  t.mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.deepEqual([looked, panelOf(runner.state())], [[JANE], 'unconfirmed']);
  owner = JANE;
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual([looked.length, panelOf(runner.state())], [2, 'owner']);
  assert.deepEqual(runner.state().done, { email: JANE });
});

/** The page is opened with a fragment. @param kept address of the session, after its renewal */
async function opened(t: TestContext, fragment: string, kept?: string) {
  stopTime(t);
  const sessions = sessionOf(kept);
  const auth = async (): Promise<Auth> => ({
    ...openAuth(CONFIG, sessions, notNeeded),
    renewed: async () => undefined,
  });
  const runner = createOwnerRunner(partsWith({ auth, sessions }), fragment);
  const shown: ScreenEvent[] = [];
  runner.screen.send = (event) => void shown.push(event);
  runner.begin();
  await new Promise(setImmediate);
  return { state: runner.state(), shown };
}

test("the server's page tells by its fragment how far a change of the address has come", async (t) => {
  assert.equal((await opened(t, '#message=Confirmation+link+accepted')).state.farewell, 'halfWay');
  const changed = '#message=Email+address+changed';
  assert.equal((await opened(t, changed)).state.farewell, 'moved', 'this session has ended');
  const { shown } = await opened(t, changed, 'jane@new.example');
  assert.deepEqual(shown, [{ type: 'named', email: 'jane@new.example' }]);
});

test('a session in the fragment signs no one out, and an old one, or an error, leads to a new email', async (t) => {
  const session = (seconds: number) =>
    `#access_token=a&refresh_token=r&expires_in=3600&expires_at=${NOW / 1000 + 3600 - seconds}`;
  const { state, shown } = await opened(t, session(0), JANE);
  assert.deepEqual([state.owner, shown], [JANE, [{ type: 'named', email: JANE }]]);
  for (const refused of [session(121), '#error=access_denied&error_code=otp_expired']) {
    assert.equal((await opened(t, refused, JANE)).state.link?.step, 'expired', refused);
  }
});
