import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaintAbout } from '#support/far-report.ts';
import { wireMessage } from '#support/sending.ts';
import { isComplaint, markedAlias } from './complaint.ts';

const markOf = (alias: string) => `mark-of-${alias}`;
const marked = (text: string) => markedAlias(wireMessage(text), 'Veilpost-Loop', markOf);
const REPORTED =
  'Delivered-To: a@x.test\r\nVeilpost-Loop: mark-of-a@x.test\r\nFrom: b@y.test\r\n\r\nhi\r\n';

test('a complaint has the type of RFC 5965, and a part with the reason', () => {
  assert.ok(isComplaint(wireMessage(complaintAbout(REPORTED))));
  for (const [from, to] of [
    ['report-type=feedback-report', 'report-type=delivery-status'],
    ['multipart/report', 'multipart/mixed'],
    ['message/feedback-report', 'text/plain'],
    ['Feedback-Type', 'X-Type'],
  ] as const) {
    assert.ok(!isComplaint(wireMessage(complaintAbout(REPORTED).replace(from, to))), from);
  }
});

test('the alias of a reported message is found by its mark in a header, not in a text', () => {
  assert.equal(marked(complaintAbout(REPORTED)), 'a@x.test');
  const other = REPORTED.replace('mark-of-a', 'mark-of-b');
  assert.equal(marked(complaintAbout(other)), undefined);
  assert.equal(marked(complaintAbout(`Delivered-To: c@z.test\r\n${REPORTED}`)), 'a@x.test');
  assert.equal(marked(complaintAbout(`Subject: x\r\n\r\n${REPORTED}`)), undefined);
  assert.equal(marked(REPORTED), undefined);
});
