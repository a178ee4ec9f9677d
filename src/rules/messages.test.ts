import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS_MESSAGES, waitMessage } from './alias-messages.ts';
import { MESSAGES } from './messages.ts';

test('the catalogue of messages is the specified one, letter for letter', () => {
  const all = [MESSAGES, ALIAS_MESSAGES].flatMap((part) => Object.values(part));
  assert.deepEqual([...all, waitMessage(46)].toSorted(), [
    'Alias is disabled. Reactivate to receive messages.',
    'Failed to create alias. Please try again.',
    'Failed to update forwarding status. Please try again.',
    'Free users can only generate one alias. Upgrade coming soon!',
    'Please enter a valid email address',
    'Please wait 46 seconds before sending another test mail.',
    'Test mail forwarded successfully!',
    'Unable to generate unique alias',
    'Your alias has been generated!',
  ]);
});
