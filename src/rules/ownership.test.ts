import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AliasRequester,
  carriedBefore,
  GRACE_MS,
  isOwner,
  isTheirs,
  LATER_MS,
  type Ownership,
  type OwnershipMode,
  receiveVerdict,
} from './ownership.ts';
import { UNCONFIRMED } from './ownership.fixture.ts';

const DAY = 86_400_000;
const SINCE = Date.UTC(2026, 10, 22, 12);
const alias = {
  real_email: 'jane@mailbox.test',
  active: true,
  created_at: new Date(SINCE + 1).toISOString(),
};
const made = { ...UNCONFIRMED, ticket: 'a'.repeat(64) };
/** As `confirm` leaves it: the ticket is void. */
const confirmed = { ...UNCONFIRMED, confirmedAt: SINCE + 5 };

const OPEN: Ownership = { mode: 'open', since: undefined };
const CLOSED: Ownership = { mode: 'confirmed', since: SINCE };
const IN = { open: OPEN, confirmed: CLOSED };

const askers = {
  nobody: {},
  'the browser that made it': { ticket: made.ticket },
  'another browser': { ticket: 'b'.repeat(64) },
  'its owner': { email: alias.real_email },
  'its owner in the browser that made it': { email: alias.real_email, ticket: made.ticket },
  'somebody else who is signed in': { email: 'joe@mailbox.test' },
} satisfies Record<string, AliasRequester>;

describe('an unconfirmed alias is seen and switched', () => {
  const rows: [OwnershipMode, keyof typeof askers, boolean][] = [
    ['open', 'nobody', true],
    ['open', 'the browser that made it', true],
    ['open', 'another browser', true],
    ['open', 'its owner', true],
    ['open', 'somebody else who is signed in', true],
    ['confirmed', 'nobody', false],
    ['confirmed', 'the browser that made it', true],
    ['confirmed', 'another browser', false],
    ['confirmed', 'its owner', false],
    ['confirmed', 'its owner in the browser that made it', true],
    ['confirmed', 'somebody else who is signed in', false],
  ];
  for (const [mode, who, theirs] of rows) {
    test(`in ${mode} by ${who}: ${theirs ? 'yes' : 'no'}`, () => {
      assert.equal(isTheirs(IN[mode], alias, made, askers[who]), theirs);
      assert.equal(isOwner(alias, made, askers[who]), false, 'it has no owner yet');
    });
  }

  test('in confirmed a row without a ticket belongs to no browser, not even to one without a ticket', () => {
    assert.equal(isTheirs(CLOSED, alias, UNCONFIRMED, {}), false);
    assert.equal(isTheirs(CLOSED, alias, UNCONFIRMED, { ticket: '' }), false);
  });
});

test('an unconfirmed alias from before confirmed began may be in use, so its owner sees and switches it', () => {
  const old = { ...alias, created_at: new Date(SINCE - 1).toISOString() };
  assert.equal(isTheirs(CLOSED, old, UNCONFIRMED, askers['its owner']), true);
  assert.equal(isTheirs(CLOSED, old, UNCONFIRMED, askers.nobody), false);
  const another = askers['somebody else who is signed in'];
  assert.equal(isTheirs(CLOSED, old, UNCONFIRMED, another), false);
});

describe('a confirmed alias is its owner’s alone, in either mode', () => {
  for (const mode of ['open', 'confirmed'] as const) {
    for (const [who, asker] of Object.entries(askers)) {
      const theirs = 'email' in asker && asker.email === alias.real_email;
      test(`in ${mode}, by ${who}: ${theirs ? 'yes' : 'no'}`, () => {
        assert.equal(isTheirs(IN[mode], alias, confirmed, asker), theirs);
        assert.equal(isOwner(alias, confirmed, asker), theirs);
      });
    }
  }
});

describe('at the mail server', () => {
  const now = SINCE + DAY;

  test('an unconfirmed alias forwards in open, and defers in confirmed', () => {
    assert.equal(receiveVerdict(OPEN, alias, made, now), 'forward');
    assert.equal(receiveVerdict(CLOSED, alias, made, now), 'later');
    assert.equal(receiveVerdict(CLOSED, alias, UNCONFIRMED, now), 'later');
  });

  test('a confirmed alias forwards in either mode', () => {
    for (const ownership of [OPEN, CLOSED]) {
      assert.equal(receiveVerdict(ownership, alias, confirmed, now), 'forward');
    }
  });

  test('a paused alias defers until the pause ends by itself, in either mode', () => {
    const paused = { ...confirmed, pausedUntil: now };
    for (const ownership of [OPEN, CLOSED]) {
      assert.equal(receiveVerdict(ownership, alias, paused, now - 1), 'later');
      assert.equal(receiveVerdict(ownership, alias, paused, now), 'forward');
    }
  });

  test('switched off wins over unconfirmed, paused and the grace period', () => {
    const off = { ...alias, active: false };
    const before = { ...off, created_at: new Date(SINCE - DAY).toISOString() };
    for (const state of [made, confirmed, { ...confirmed, pausedUntil: now + 1 }]) {
      assert.equal(receiveVerdict(CLOSED, off, state, now), 'off');
      assert.equal(receiveVerdict(OPEN, off, state, now), 'off');
      assert.equal(receiveVerdict(CLOSED, before, state, now), 'off');
    }
  });

  test('a row from before the change of mode forwards for 14 days, defers for 14 more, then is gone', () => {
    const old = { ...alias, created_at: new Date(SINCE - 1).toISOString() };
    const at = (after: number) => receiveVerdict(CLOSED, old, UNCONFIRMED, SINCE + after);
    assert.deepEqual([GRACE_MS, LATER_MS], [14 * DAY, 14 * DAY]);
    assert.deepEqual([at(0), at(GRACE_MS - 1)], ['grace', 'grace']);
    assert.deepEqual([at(GRACE_MS), at(GRACE_MS + LATER_MS - 1)], ['later', 'later']);
    assert.equal(at(GRACE_MS + LATER_MS), 'gone');
    const brought = receiveVerdict(CLOSED, old, confirmed, SINCE + 100 * DAY);
    assert.equal(brought, 'forward', 'a confirmation brings it back');
  });

  test('a row from the very moment of the change has no grace period', () => {
    const first = { ...alias, created_at: new Date(SINCE).toISOString() };
    assert.equal(receiveVerdict(CLOSED, first, made, SINCE), 'later');
  });

  test('rows that may have carried mail are those from before the change; in open all', () => {
    assert.equal(carriedBefore(CLOSED), SINCE);
    assert.ok(carriedBefore(OPEN) > SINCE + 1e9);
  });
});
