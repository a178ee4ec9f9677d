import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAction } from '#mail/filter/rspamd.ts';
import { fuzz, PATIENT } from './fuzzing.ts';

test('octets of any kind are an action that they name in JSON, or none', PATIENT, async () => {
  const answer = Buffer.from('{"score":7,"action":"reject","symbols":{}}');
  const alphabet = Buffer.from('{}[]":,\\ \0acdeginort7\xff', 'latin1');
  let named = 0;
  await fuzz((chance) => {
    const octets = chance.mutate(answer, alphabet);
    const action = readAction(octets);
    if (action === undefined) return;
    assert.equal(JSON.parse(octets.toString()).action, action);
    named += 1;
  });
  assert.ok(named > 0, 'some name one');
});
