import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as replies from '../replies.ts';
import { DELIVERY_TIMEOUT_MS } from './mail.ts';
import { type RecipientOutcome, verdictOf } from './message-delivery.ts';

const GOT: RecipientOutcome = {
  delivery: {
    kind: 'accepted',
    reply: replies.delivered(undefined),
    peer: { host: 'a', tls: null },
  },
  begun: true,
};

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
