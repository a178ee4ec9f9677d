import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasesStep } from '../aliases/machine.ts';
import type { AliasesListParts } from '../aliases/script.ts';
import { INITIAL_LIST } from '../aliases/state.ts';
import { seen } from '../aliases/steps.fixture.ts';
import { CONFIG, notNeeded } from '../parts.fixture.ts';
import { listKeys, makeKey, prove } from './calls.ts';

/** @param hasEnded whether another tab has replaced the session of Jane's list */
function jane(hasEnded: boolean) {
  const asked: string[] = [];
  const { state } = aliasesStep(INITIAL_LIST, seen('1'), 0);
  const parts: AliasesListParts = {
    call: async (method, path) => {
      asked.push(`${method} ${path}`);
      return { status: 200, text: '{"keys":[]}', seconds: 60 };
    },
    auth: notNeeded,
    config: CONFIG,
    runner: { state: () => state, first: notNeeded, subscribe: notNeeded, send: notNeeded },
    hasEnded: () => hasEnded,
  };
  return { parts, asked };
}

test('if another tab has replaced the session, no key of its owner is made or shown', async () => {
  const { parts, asked } = jane(true);
  await assert.rejects(makeKey(parts, { name: 'Bitwarden', scope: 'create' }));
  await assert.rejects(listKeys(parts));
  await assert.rejects(prove(parts, '123456'));
  assert.deepEqual(asked, []);
  const own = jane(false);
  assert.deepEqual(await listKeys(own.parts), []);
  assert.deepEqual(own.asked, ['GET functions/v1/api-keys']);
});
