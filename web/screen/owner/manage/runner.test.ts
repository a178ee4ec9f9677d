import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, JANE } from '../../machine/reached-states.fixture.ts';
import { CONFIG, notNeeded, sessionsWith } from '../parts.fixture.ts';
import { createManageRunner } from './runner.ts';

/** Jane's alias in one tab, whose kept session another tab can replace. */
function jane() {
  const kept = { token: '1', until: 0, email: JANE };
  const asked: string[] = [];
  const runner = createManageRunner(
    {
      call: async (method, path) => {
        asked.push(`${method} ${path}`);
        return { status: 204, text: '', seconds: 60 };
      },
      config: CONFIG,
      auth: notNeeded,
      sessions: sessionsWith({ kept: () => kept, drop: () => void asked.push('dropped') }),
      mayHavePasskeys: true,
      pause: notNeeded,
      signOut: notNeeded,
      sessionEnded: () => void asked.push('ended'),
      leave: () => void asked.push('left'),
      moved: notNeeded,
    },
    ALIAS,
  );
  const deleteAll = async () => {
    runner.send({ type: 'pressed', action: { do: 'deleteAll' } });
    await new Promise(setImmediate);
    return asked;
  };
  return { kept, deleteAll };
}

test('a press in a tab whose owner another tab has replaced deletes nothing of the other one', async () => {
  const { kept, deleteAll } = jane();
  Object.assign(kept, { token: '2', email: 'joe@home.example' });
  assert.deepEqual(await deleteAll(), ['ended']);
});

test('a renewed session is the same owner’s', async () => {
  const { kept, deleteAll } = jane();
  Object.assign(kept, { token: '2' });
  assert.deepEqual(await deleteAll(), ['DELETE auth/v1/user', 'dropped', 'left']);
});
