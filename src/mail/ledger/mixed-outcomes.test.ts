import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admissionOf, nextAttempt, type Standing } from './mixed-outcomes.ts';

const unknown: Standing = { alone: false, failedAlone: undefined };
const alone: Standing = { alone: true, failedAlone: undefined };
const hasFailedAlone: Standing = { alone: false, failedAlone: { code: 451, enhanced: '4.2.0' } };

test('a recipient that failed with others joins no others, whatever the order of RCPT; one that failed alone yields', () => {
  for (const [newcomer, others, kind] of [
    [unknown, [], 'joins'],
    [unknown, [unknown, unknown], 'joins'],
    [alone, [], 'joins'],
    [alone, [unknown], 'turned-away'],
    [unknown, [alone], 'turned-away'],
    [hasFailedAlone, [], 'yields'],
    [hasFailedAlone, [alone], 'yields'],
  ] as const) {
    assert.equal(admissionOf(newcomer, others).kind, kind);
  }
});

test('after a mixed outcome those without the message must be alone; a deferred one yields to those rejected because of it', () => {
  for (const [before, kind, mixed, turnedAway, note] of [
    [unknown, 'deferred', true, false, 'alone'],
    [unknown, 'refused', true, false, 'alone'],
    [unknown, 'accepted', true, false, undefined],
    [alone, 'accepted', true, false, 'none'],
    [alone, 'deferred', false, true, 'yield'],
    [unknown, 'deferred', false, true, 'yield'],
    [hasFailedAlone, 'deferred', false, true, 'yield'],
    [alone, 'deferred', false, false, undefined],
    [unknown, 'deferred', false, false, undefined],
    [alone, 'refused', false, true, 'none'],
    [hasFailedAlone, 'accepted', false, false, 'none'],
    [unknown, 'accepted', false, true, undefined],
  ] as const) {
    const name = `${JSON.stringify(before)} ${kind}`;
    assert.equal(nextAttempt(before, kind, { mixed, turnedAway }), note, name);
  }
});
