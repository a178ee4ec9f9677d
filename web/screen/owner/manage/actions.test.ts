import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS } from '../../machine/reached-states.fixture.ts';
import { ownersCall } from '../call.ts';
import { CONFIG, notNeeded, sessionsWith } from '../parts.fixture.ts';
import { act } from './actions.ts';

function partsOf(
  answer: (address: string, init?: RequestInit) => Promise<Response>,
  done: string[],
): Parameters<typeof act>[0] {
  return {
    call: ownersCall({
      ask: (address, init) => {
        assert.ok(typeof address === 'string');
        return answer(address, init);
      },
      config: CONFIG,
    }),
    config: CONFIG,
    auth: notNeeded,
    sessions: sessionsWith({
      keep: () => void done.push('kept'),
      drop: () => void done.push('dropped'),
    }),
    mayHavePasskeys: true,
    pause: notNeeded,
    signOut: notNeeded,
    sessionEnded: notNeeded,
    leave: (_, deleted = '') => void done.push(`left ${deleted}`.trim()),
    moved: (email) => void done.push(`moved to ${email}`),
  };
}

test("after 'Sign out everywhere' the session is forgotten here too, unless the server was not reached", async () => {
  const unreached = { failed: 'unreachable' } as const;
  for (const [answer, outcome, then] of [
    [async () => new Response(null, { status: 204 }), {}, ['dropped', 'left']],
    [async () => new Response('{}', { status: 503 }), unreached, []],
    [() => Promise.reject(new TypeError('Failed to fetch')), unreached, []],
  ] as const) {
    const done: string[] = [];
    const parts = partsOf((address, init) => {
      done.push(`${init?.method} ${address}`);
      return answer();
    }, done);
    assert.deepEqual(await act(parts, ALIAS, { do: 'signOut', scope: 'global' }), outcome);
    const logout = 'POST https://veilpost.test/auth/v1/logout?scope=global';
    assert.deepEqual(done, [logout, ...then]);
  }
});

test('a deletion names its alias: the page may show another one when the answer comes', async () => {
  const done: string[] = [];
  const parts = partsOf(async () => Response.json([ALIAS]), done);
  assert.deepEqual(await act(parts, ALIAS, { do: 'deleteAlias' }), {});
  assert.deepEqual(done, [`left ${ALIAS.id}`]);
});

test('on Supabase both emails of a change have a code: each is accepted, in either order', async () => {
  const NEW = 'jane@new.example';
  const typed: string[] = [];
  const session = JSON.stringify({ access_token: 'a' });
  const half = JSON.stringify({ msg: 'one more', code: 200 });
  const codes = new Map([
    [NEW, '111111'],
    [ALIAS.real_email, '222222'],
  ]);
  const kept: string[] = [];
  const parts = partsOf(async (_, init) => {
    assert.ok(typeof init?.body === 'string');
    const { email, token } = JSON.parse(init.body);
    if (codes.get(email) !== token) {
      return new Response('{"error_code":"otp_expired"}', { status: 403 });
    }
    typed.push(email);
    return new Response(typed.length === 1 ? half : session);
  }, kept);
  const type = (code: string) => act(parts, ALIAS, { do: 'confirmAddress', email: NEW, code });
  assert.deepEqual(await type('333333'), { failed: 'wrongCode' });
  assert.deepEqual(await type('222222'), {}, 'the field stays for the other code');
  assert.deepEqual(await type('111111'), { facts: { newEmail: null } });
  assert.deepEqual(kept, ['kept', `moved to ${NEW}`]);
});
