import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from './act.ts';

const ALIAS = {
  id: '6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11',
  real_email: 'jane@home.example',
  alias_email: 'alias-4182@veilpost.test',
  active: true,
  created_at: '2026-11-22T12:00:00.000Z',
};

/** Presses 'Sign out everywhere'; `answer` is the server's. */
async function everywhere(answer: () => Promise<Response>) {
  const done: string[] = [];
  const outcome = await act(
    {
      ask: (address, init) => {
        assert.ok(typeof address === 'string');
        done.push(`${init?.method} ${address}`);
        return answer();
      },
      auth: () => assert.fail('not needed'),
      config: {
        url: 'https://veilpost.test',
        key: 'key',
        domains: ['veilpost.test'],
        numbers: [1000, 9999],
        ownership: 'confirmed',
        testMail: 'live',
        madeIn: { name: 'here', href: '/' },
      },
      sessions: {
        key: 'key',
        margin: 0,
        storages: () => [],
        put: () => assert.fail('not needed'),
        kept: () => undefined,
        keep: () => assert.fail('not needed'),
        drop: () => void done.push('dropped'),
      },
      signOut: () => assert.fail('not needed'),
      leave: () => void done.push('left'),
      moved: () => assert.fail('not needed'),
    },
    ALIAS,
    { do: 'signOut', scope: 'global' },
  );
  return { outcome, done };
}

const LOGOUT = 'POST https://veilpost.test/auth/v1/logout?scope=global';

test("after 'Sign out everywhere' the session is forgotten here too", async () => {
  const { outcome, done } = await everywhere(async () => new Response(null, { status: 204 }));
  assert.deepEqual(outcome, {});
  assert.deepEqual(done, [LOGOUT, 'dropped', 'left']);
});

test("'Sign out everywhere' that did not reach the server says so, and can be pressed again", async () => {
  const silent = async () => new Response('{}', { status: 503 });
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const answer of [silent, gone]) {
    const { outcome, done } = await everywhere(answer);
    assert.deepEqual(outcome, { failed: 'unreachable' });
    assert.deepEqual(done, [LOGOUT], 'the session is kept');
  }
});
