import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import {
  after,
  ALIAS,
  deskOf,
  lastToast,
  locked,
  result,
} from './machine/reached-states.fixture.ts';

test('the copy button reads Copied! for 2 seconds after the last copy', () => {
  const once = after([{ type: 'copyPressed' }], result);
  assert.deepEqual(once.commands, [{ do: 'copy', copy: 1, text: ALIAS.alias_email }]);
  const copied = after([{ type: 'copyEnded', copy: 1, copied: true }], once.state);
  assert.deepEqual(copied.commands, [
    { do: 'wait', ms: 2000, event: { type: 'copyFaded', copy: 1 } },
  ]);
  const again = after(
    [{ type: 'copyPressed' }, { type: 'copyEnded', copy: 2, copied: true }],
    copied.state,
  ).state;
  assert.equal(deskOf(after([{ type: 'copyFaded', copy: 1 }], again).state).copying, 'copied');
  assert.equal(deskOf(after([{ type: 'copyFaded', copy: 2 }], again).state).copying, 'idle');
});

test('an inactive alias blocks copying and test mail, in the result and in the locked form', () => {
  for (const from of [result, locked]) {
    const off = after([{ type: 'flipped' }], from).state;
    assert.deepEqual(after([{ type: 'copyPressed' }], off).commands, []);
    const refused = after([{ type: 'testMailOpened' }], off).state;
    assert.equal(deskOf(refused).testMail.open, false);
    assert.equal(lastToast(refused), `error: ${ALIAS_MESSAGES.aliasDisabled}`);
  }
});
