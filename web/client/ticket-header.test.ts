import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticketHeader } from './ticket-header.ts';

test('the ticket goes to our own server, which confirms what was made here, and to no other origin', () => {
  const origin = 'https://veilpost.test';
  Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  const ticket = { current: () => 'my-ticket' };
  assert.deepEqual(ticketHeader({ url: origin }, ticket), { 'x-alias-ticket': 'my-ticket' });
  assert.deepEqual(ticketHeader({ url: 'https://project.supabase.test' }, ticket), {});
  assert.deepEqual(ticketHeader({ url: origin }, { current: () => undefined }), {});
  Reflect.deleteProperty(globalThis, 'location');
});
