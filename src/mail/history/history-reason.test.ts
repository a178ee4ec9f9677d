import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '../smtp/delivery.ts';
import { reply } from '../smtp/reply.ts';
import { FILTER_LATER, UNWANTED } from '../replies.ts';
import { historyReason } from './history-reason.ts';

/** The reply of a next hop. */
const said = (code: number, enhanced: string) =>
  historyReason({
    kind: code < 500 ? 'deferred' : 'refused',
    reply: { code, enhanced },
    stage: 'dot',
    far: { code, enhanced, words: () => '' },
  });

test('the class of a reason comes from the subject and detail of the next hop’s status', () => {
  const expected = {
    mailbox_full: ['552 5.2.2', '452 4.2.2', '452 4.3.1'],
    too_large: ['552 5.3.4', '552 5.2.3'],
    unknown_mailbox: ['550 5.1.1', '550 5.2.1', '450 4.2.1'],
    busy: ['451 4.3.0', '421 4.4.5', '451 4.3.2'],
    message: ['550 5.6.0'],
    policy: ['550 5.7.1', '450 4.7.1'],
    other: ['554 5.0.0', '550 5.5.1'],
  };
  for (const [reason, verdicts] of Object.entries(expected)) {
    for (const verdict of verdicts) {
      const [code = '', enhanced = ''] = verdict.split(' ');
      assert.equal(said(Number(code), enhanced), reason, verdict);
    }
  }
});

test('a failure without the next hop’s reply is unreachable, untrusted, in doubt, unwanted, or our own', () => {
  const ours = reply(451, '4.4.1', 'No answer');
  const failed: Extract<Delivery, { kind: 'deferred' }> = { kind: 'deferred', reply: ours };
  assert.equal(historyReason({ ...failed, stage: 'connect' }), 'unreachable');
  assert.equal(historyReason({ ...failed, stage: 'starttls', untrusted: 'expired' }), 'untrusted');
  assert.equal(historyReason({ ...failed, stage: 'dot', unknown: true }), 'doubt');
  assert.equal(historyReason({ kind: 'refused', reply: reply(554, '5.4.6', 'A loop') }), 'other');
  assert.equal(historyReason({ kind: 'refused', reply: UNWANTED }), 'unwanted');
  assert.equal(historyReason({ kind: 'deferred', reply: FILTER_LATER }), 'unwanted');
});
