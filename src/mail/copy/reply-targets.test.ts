import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderField } from '../message/header-block.ts';
import { replyTargetsOf } from './reply-targets.ts';

const ALIAS = 'alias-4827@alias.test';
const NONE = { replyTo: false, others: false, followUps: false, receipts: false, lists: false };
const targets = (...fields: string[]) =>
  replyTargetsOf(fields.map((field) => new HeaderField(field)))(ALIAS);

test('a message to the alias alone has no reply target, in any spelling of the alias', () => {
  for (const to of [
    'To: alias-4827@alias.test',
    'To: A <Alias-4827@ALIAS.test>, alias-4827+shop@alias.test.',
    'To: undisclosed-recipients:;',
    'To: "carol@example.net" <alias-4827@alias.test> (dave@example.net)',
    'To:',
    'From: bob@example.com',
    'List-Unsubscribe: <https://example.com/u?mail=x>',
    'List-Post: NO (posting is not allowed)',
    'List-Archive: <https://example.com/mailtogether>',
  ]) {
    assert.deepEqual(targets(to), NONE, to);
  }
});

test('each field that invites a direct reply is found', () => {
  for (const [field, target] of [
    ['Reply-To: bob@example.com', 'replyTo'],
    ['Reply-To:', 'replyTo'],
    ['Mail-Reply-To: bob@example.com', 'followUps'],
    ['Mail-Followup-To: list@example.com', 'followUps'],
    ['Cc: Carol <carol@example.net>', 'others'],
    ['To: alias-4827@alias.test, alias-4828@alias.test', 'others'],
    ['To: alias-4827@alias.test.example', 'others'],
    ['To: Friends: carol@example.net;', 'others'],
    ['To: alias-4827@alias.test carol@example.net', 'others'],
    [`To: ${'alias-4827@alias.test, '.repeat(2000)}`, 'others'],
    ['Disposition-Notification-To: bob@example.com', 'receipts'],
    ['Return-Receipt-To: bob@example.com', 'receipts'],
    ['X-Confirm-Reading-To: bob@example.com', 'receipts'],
    ['List-Unsubscribe: <https://example.com/u>,\r\n\t<MailTo:u@example.com>', 'lists'],
    ['List-Post: <mailto:list@example.com>', 'lists'],
    ['List-Owner: <mailto:owner@example.com> (a person)', 'lists'],
  ] as const) {
    for (const fields of [[field], ['To: alias-4827@alias.test', field]]) {
      assert.deepEqual(targets(...fields), { ...NONE, [target]: true }, field);
    }
  }
});

test('the lists of repeated fields are one list, which is not parsed above 32 KB', () => {
  const half = `To: ${`${ALIAS}, `.repeat(1000)}`;
  assert.deepEqual(targets(half), NONE);
  assert.deepEqual(targets(half, half.replace('To', 'Cc')), NONE);
  assert.deepEqual(targets(half, half), { ...NONE, others: true });
});
