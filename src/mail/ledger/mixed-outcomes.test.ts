import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admissionOf, isMixed, nextAttempt, type Standing } from './mixed-outcomes.ts';

const unknown: Standing = { alone: false, failedAlone: undefined };
const alone: Standing = { alone: true, failedAlone: undefined };
const hasFailedAlone: Standing = { alone: false, failedAlone: { code: 451, enhanced: '4.2.0' } };

test('recipients without notes share a transaction', () => {
  assert.equal(admissionOf(unknown, []).kind, 'joins');
  assert.equal(admissionOf(unknown, [unknown, unknown]).kind, 'joins');
});

test('a recipient that failed together with others is alone in its next transaction, whatever the order of RCPT', () => {
  assert.equal(admissionOf(alone, []).kind, 'joins');
  assert.equal(admissionOf(alone, [unknown]).kind, 'turned-away');
  assert.equal(admissionOf(unknown, [alone]).kind, 'turned-away');
});

test('a recipient that failed alone yields, even if it is the first one', () => {
  assert.equal(admissionOf(hasFailedAlone, []).kind, 'yields');
  assert.equal(admissionOf(hasFailedAlone, [alone]).kind, 'yields');
});

test('outcomes are mixed if one differs', () => {
  assert.equal(isMixed([]), false);
  assert.equal(isMixed([{ kind: 'deferred' }, { kind: 'deferred' }]), false);
  assert.equal(isMixed([{ kind: 'accepted' }, { kind: 'deferred' }]), true);
});

test('after a mixed outcome the recipients without the message must be alone, and the others have no notes', () => {
  const outcome = { mixed: true, turnedAway: false };
  assert.equal(nextAttempt(unknown, 'deferred', outcome), 'alone');
  assert.equal(nextAttempt(unknown, 'refused', outcome), 'alone');
  assert.equal(nextAttempt(unknown, 'accepted', outcome), undefined);
  assert.equal(nextAttempt(alone, 'accepted', outcome), 'none');
});

test('a deferred recipient yields to those that were rejected because of it', () => {
  assert.equal(nextAttempt(alone, 'deferred', { mixed: false, turnedAway: true }), 'yield');
  assert.equal(nextAttempt(unknown, 'deferred', { mixed: false, turnedAway: true }), 'yield');
  assert.equal(nextAttempt(alone, 'deferred', { mixed: false, turnedAway: false }), undefined);
  assert.equal(nextAttempt(unknown, 'deferred', { mixed: false, turnedAway: false }), undefined);
  assert.equal(
    nextAttempt(hasFailedAlone, 'deferred', { mixed: false, turnedAway: true }),
    'yield',
  );
});

test('a final verdict removes a note, and without a note nothing is written', () => {
  for (const kind of ['accepted', 'refused'] as const) {
    assert.equal(nextAttempt(alone, kind, { mixed: false, turnedAway: true }), 'none');
    assert.equal(nextAttempt(hasFailedAlone, kind, { mixed: false, turnedAway: false }), 'none');
    assert.equal(nextAttempt(unknown, kind, { mixed: false, turnedAway: true }), undefined);
  }
});
