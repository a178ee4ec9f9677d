import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, JANE } from '../../machine/reached-states.fixture.ts';
import type { OwnerCommand, OwnerEvent } from '../events.ts';
import { after, EMPTY, NOW, RESULT, SEEN } from '../steps.fixture.ts';

const { id } = ALIAS;
const HOUR_MS = 3_600_000;
const UNTIL = new Date(NOW + HOUR_MS).toISOString();
const told = (until: string | null | undefined): OwnerEvent => ({ type: 'pauseTold', id, until });

const [OWN, FIRST] = after([SEEN(RESULT, JANE)]);

test("the pause of the visitor's own alias is read at each visit, and again when its tab is seen again", () => {
  const pauses = (commands: readonly OwnerCommand[]) =>
    commands.filter(({ do: what }) => what === 'readPause');
  assert.deepEqual(pauses(FIRST), [{ do: 'readPause', id }]);
  assert.deepEqual(after([SEEN(RESULT, JANE)], OWN)[1], []);
  assert.deepEqual(pauses(after([{ type: 'cameBack' }], OWN)[1]), [{ do: 'readPause', id }]);
  assert.deepEqual(pauses(after([SEEN(RESULT)])[1]), []);
});

test('a pause ends at its time, not before, and by a longer one later', () => {
  const [paused, commands] = after([told(UNTIL)], OWN);
  assert.equal(paused.pause?.until, UNTIL);
  const over: OwnerEvent = { type: 'pauseOver', id, until: UNTIL };
  assert.deepEqual(commands, [{ do: 'wait', ms: HOUR_MS, event: over }]);
  assert.equal(after([over], paused)[0].pause?.until, UNTIL, 'a timer may come early');
  assert.equal(after([over], paused, NOW + HOUR_MS)[0].pause?.until, null);
  const longer = new Date(NOW + 2 * HOUR_MS).toISOString();
  assert.equal(after([told(longer), over], paused, NOW + HOUR_MS)[0].pause?.until, longer);
  assert.equal(after([told(undefined)], OWN)[0].pause?.until, undefined, 'a server without pauses');
});

test('the end of a pause is requested once; a failure is reported, and it can be pressed again', () => {
  const press: OwnerEvent = { type: 'endPausePressed' };
  const [ending, commands] = after([told(UNTIL), press], OWN);
  assert.deepEqual(commands, [{ do: 'endPause', id }]);
  assert.deepEqual(after([press], ending)[1], []);
  const [failed] = after([{ type: 'pauseNotEnded', id }], ending);
  assert.deepEqual(failed.pause, { id, until: UNTIL, ending: 'failed' });
  assert.deepEqual(after([press], failed)[1], [{ do: 'endPause', id }]);
  assert.deepEqual(after([told(null)], ending)[0].pause, { id, until: null });
});

test('an answer about the pause of an alias that is gone from the screen is dropped', () => {
  assert.equal(after([SEEN(EMPTY, JANE), told(UNTIL)], OWN)[0].pause, undefined);
});
