import assert from 'node:assert/strict';
import { readAction } from '#mail/filter/rspamd.ts';
import { fuzzAtLeast } from './fuzzing.ts';

const ANSWER = Buffer.from('{"score":7,"action":"reject","symbols":{}}');
const ALPHABET = Buffer.from('{}[]":,\\ \0acdeginort7\xff', 'latin1');

fuzzAtLeast(1, 'octets of any kind are an action that they name in JSON, or none', (chance) => {
  const octets = chance.mutate(ANSWER, ALPHABET);
  const action = readAction(octets);
  if (action !== undefined) assert.equal(JSON.parse(octets.toString()).action, action);
  return action !== undefined;
});
