import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#support/seeded-random.ts';
import { ACTIONS, readAction } from './answer.ts';

test('an answer is one of the actions, whatever else stands in it', () => {
  for (const action of ACTIONS) {
    assert.equal(
      readAction(Buffer.from(JSON.stringify({ score: 1, action, symbols: {} }))),
      action,
    );
  }
});

test('octets of any kind are an action that they name in JSON, or none', () => {
  const random = seededRandom(20_261_125);
  let named = 0;
  for (let round = 0; round < 5000; round++) {
    const octets = Buffer.from('{"score":7,"action":"reject","symbols":{}}');
    for (let changes = Math.ceil(random() * 3); changes > 0; changes--) {
      octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256);
    }
    const action = readAction(octets);
    if (action === undefined) continue;
    assert.equal(JSON.parse(octets.toString()).action, action);
    named += 1;
  }
  assert.ok(named > 0, `${named}`);
  assert.equal(readAction(Buffer.alloc(1_048_576, '[')), undefined);
  assert.equal(readAction(Buffer.from('{"__proto__":{"action":"reject"}}')), undefined);
});
