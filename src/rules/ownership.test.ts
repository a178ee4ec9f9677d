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
  receiveVerdict,
} from './ownership.ts';
import { OWNERSHIP_CASES, UNCONFIRMED } from './ownership.fixture.ts';

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

/** The sessions and tickets of the table's callers. */
const SESSIONS = { own: alias.real_email, another: 'joe@mailbox.test' };
const TICKETS = { own: made.ticket, another: 'b'.repeat(64) };

describe('the rule is that of the table', () => {
  for (const { name, mode, alias: which, caller, may } of OWNERSHIP_CASES) {
    test(`${name}: ${may.join(', ') || 'nothing'}`, () => {
      const { isConfirmed, hasTicket, isOld } = which;
      const row = { ...alias, created_at: new Date(isOld ? SINCE - 1 : SINCE).toISOString() };
      const state = isConfirmed ? confirmed : hasTicket ? made : UNCONFIRMED;
      const asker: AliasRequester = {
        email: caller.session && SESSIONS[caller.session],
        ticket: caller.ticket && TICKETS[caller.ticket],
      };
      const theirs = isTheirs(IN[mode], row, state, asker);
      assert.deepEqual([theirs, theirs], [may.includes('see'), may.includes('switch')]);
      const owns = isOwner(row, state, asker);
      assert.deepEqual([owns, owns], [may.includes('pause'), may.includes('delete')]);
    });
  }

  test('an empty ticket is not that of an alias without one', () => {
    assert.equal(isTheirs(CLOSED, alias, UNCONFIRMED, { ticket: '' }), false);
  });
});

describe('at the mail server', () => {
  const now = SINCE + DAY;

  test('an unconfirmed alias forwards in open, and defers in confirmed; a confirmed one forwards in either mode', () => {
    assert.equal(receiveVerdict(OPEN, alias, made, now), 'forward');
    for (const state of [made, UNCONFIRMED]) {
      assert.equal(receiveVerdict(CLOSED, alias, state, now), 'later');
    }
    const paused = { ...confirmed, pausedUntil: now };
    for (const ownership of [OPEN, CLOSED]) {
      assert.equal(receiveVerdict(ownership, alias, confirmed, now), 'forward');
      assert.equal(
        receiveVerdict(ownership, alias, paused, now - 1),
        'later',
        'until a pause ends',
      );
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
    const first = { ...alias, created_at: new Date(SINCE).toISOString() };
    assert.equal(
      receiveVerdict(CLOSED, first, made, SINCE),
      'later',
      'the very moment is too late',
    );
  });

  test('rows that may have carried mail are those from before the change; in open all', () => {
    assert.equal(carriedBefore(CLOSED), SINCE);
    assert.ok(carriedBefore(OPEN) > SINCE + 1e9);
  });
});
