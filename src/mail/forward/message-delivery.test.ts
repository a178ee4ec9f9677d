import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as replies from '../replies.ts';
import { DELIVERY_TIMEOUT_MS } from './mail.ts';
import { type RecipientOutcome, verdictOf, verdictsOf } from './message-delivery.ts';

const GOT: RecipientOutcome = {
  delivery: {
    kind: 'accepted',
    reply: replies.delivered(undefined),
    peer: { host: 'a', tls: null },
  },
  begun: true,
};
const REFUSED = { delivery: { kind: 'refused', reply: replies.UNWANTED }, begun: true } as const;
const LATER = { delivery: { kind: 'deferred', reply: replies.FAULT }, begun: true } as const;

test('one reply for all recipients, and with PRDR a positive one if any of them got the message', () => {
  for (const [outcomes, one, overall] of [
    [[GOT, GOT], 250, 250],
    [[GOT, REFUSED], 451, 250],
    [[REFUSED, LATER], 451, 451],
    [[REFUSED, REFUSED], 550, 550],
    [[], 451, 451],
  ] as const) {
    assert.equal(verdictOf(outcomes, 'id').code, one);
    const { code, each } = verdictsOf(outcomes, 'id');
    assert.equal(code, overall);
    assert.deepEqual(
      each?.map((reply) => reply.code),
      outcomes.map(({ delivery }) => delivery.reply.code),
    );
  }
});

test('the id of this attempt is named only if it began a delivery', () => {
  for (const [outcomes, isNamed] of [
    [[GOT], true],
    [[{ ...GOT, begun: false }], false],
    [[{ ...GOT, begun: false }, GOT], true],
  ] as const) {
    assert.equal(verdictOf(outcomes, 'id-4711').text.includes('id-4711'), isNamed);
  }
});

test('a delivery has two and a half minutes until its verdict', () => {
  assert.equal(DELIVERY_TIMEOUT_MS, 150_000);
});
