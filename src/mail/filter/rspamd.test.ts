import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS, readAction } from './rspamd.ts';

test('an answer is one of the actions, whatever else it contains', () => {
  for (const action of ACTIONS) {
    assert.equal(
      readAction(Buffer.from(JSON.stringify({ score: 1, action, symbols: {} }))),
      action,
    );
  }
});

test('invalid JSON, nesting that is too deep, or a missing action gives undefined', () => {
  assert.equal(readAction(Buffer.alloc(1_048_576, '[')), undefined);
  assert.equal(readAction(Buffer.from('{"__proto__":{"action":"reject"}}')), undefined);
});
