import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS, readAction } from './answer.ts';

test('an answer is one of the actions, whatever else stands in it', () => {
  for (const action of ACTIONS) {
    assert.equal(
      readAction(Buffer.from(JSON.stringify({ score: 1, action, symbols: {} }))),
      action,
    );
  }
});

test('what is no JSON, or too deep for it, or names no action itself, is none', () => {
  assert.equal(readAction(Buffer.alloc(1_048_576, '[')), undefined);
  assert.equal(readAction(Buffer.from('{"__proto__":{"action":"reject"}}')), undefined);
});
