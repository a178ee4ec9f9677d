import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAuth } from '../../../client/auth.ts';
import type { AuthAnswer } from '../../../client/auth-call.ts';
import type { LetterOutcome } from '../../../client/letter.ts';
import type { KeptSession } from '../../../client/session.ts';
import { ALIAS } from '../../machine/reached-states.fixture.ts';
import { CONFIG, notNeeded, partsWith, sessionsWith } from '../parts.fixture.ts';
import { followLetter, redeem } from './calls.ts';

const JANE = 'jane@home.example';
const TICKET = { 'x-alias-ticket': 'my-ticket' };

/** Redeems a code. @param keeps whether the browser keeps a session */
async function redeemed(answer: Partial<AuthAnswer> | Error, keeps = true) {
  const asked: unknown[] = [];
  const texts: { text: string; brief: boolean }[] = [];
  let kept: KeptSession | undefined;
  const sessions = sessionsWith({
    kept: () => kept,
    keep: (text, brief) => {
      texts.push({ text, brief });
      if (keeps) kept = { token: 'token', until: 0, email: JANE };
    },
  });
  const authCall = (...call: unknown[]) => {
    asked.push(call);
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ status: 200, text: '{}', wait: Number.NaN, ...answer });
  };
  const parts = { authCall, sessions, ticketHeader: () => TICKET };
  const outcome = await redeem(parts, { email: JANE, token: '418205' }, true);
  return { outcome, asked, texts };
}

test('a code is redeemed as `email` with the ticket of the browser, and its session kept unchanged', async () => {
  const { outcome, asked, texts } = await redeemed({ text: '{"access_token":"x"}' });
  assert.deepEqual(outcome, { owner: JANE });
  const body = { type: 'email', email: JANE, token: '418205', remember: false };
  assert.deepEqual(asked, [['verify', body, TICKET]]);
  assert.deepEqual(texts, [{ text: '{"access_token":"x"}', brief: true }]);
});

test('each refusal has its own outcome, and keeps nothing', async () => {
  for (const [answer, outcome] of [
    [{ status: 403 }, { refusal: 'wrongCode' }],
    [{ status: 400 }, { refusal: 'wrongCode' }],
    [{ status: 429, wait: 7 }, { wait: 7 }],
    [{ status: 429 }, { wait: 60 }],
    [{ status: 503 }, { refusal: 'unreachable' }],
    [new TypeError('Failed to fetch'), { refusal: 'unreachable' }],
  ] as const) {
    const redeeming = await redeemed(answer);
    assert.deepEqual(redeeming.outcome, outcome);
    assert.deepEqual(redeeming.texts, []);
  }
  assert.deepEqual((await redeemed({}, false)).outcome, { refusal: 'notKept' });
});

test('a late outcome of a letter changes nothing after a newer letter was sent', async () => {
  const first = Promise.withResolvers<LetterOutcome>();
  let last = first.promise;
  const parts = partsWith({ lastLetter: () => last });
  const followed = followLetter(parts, 1, JANE);
  await new Promise(setImmediate);
  last = Promise.resolve('sent');
  first.resolve('usedUp');
  assert.equal(await followed, undefined);
  const outcome = 'usedUp';
  last = Promise.resolve(outcome);
  const ended = { type: 'letterEnded', place: 'panel', turn: 1, email: JANE, outcome };
  assert.deepEqual(await followLetter(parts, 1, JANE), ended);
});

test('a browser whose address was changed by links opened elsewhere knows it as soon as the new one is typed', async () => {
  let email = 'jane@old.example';
  const sessions = sessionsWith({ kept: () => ({ token: 'token', until: 0, email }) });
  const renewed = async () => (email = JANE);
  const auth = async () => ({ ...openAuth(CONFIG, sessions, notNeeded), renewed });
  const parts = partsWith({ auth, sessions, lookUp: async () => ALIAS });
  const checked = { type: 'checked', turn: 1, owner: JANE, gone: false };
  assert.deepEqual(await followLetter(parts, 1, JANE), checked);
});
