import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageInMemory } from './storage.fixture.ts';
import { createTicket, ticketHeader } from './ticket.ts';

function storage() {
  const items = new StorageInMemory();
  return () => items;
}

/** The first one needs both letters in which base64url differs from base64. */
let drawn = 0xfa;
const random = (octets: Uint8Array) => octets.fill((drawn += 1));

test('a ticket is 32 bytes in base64url, created once and kept for the next visit', () => {
  const keep = storage();
  const first = createTicket(keep, random);
  assert.equal(first.current(), undefined);
  const ticket = first.make();
  assert.match(ticket, /^[\w-]{43}$/);
  assert.deepEqual(Buffer.from(ticket, 'base64url'), Buffer.alloc(32, 0xfb));
  assert.equal(first.make(), ticket);
  assert.equal(createTicket(keep, random).current(), ticket);
  assert.notEqual(createTicket(storage(), random).make(), ticket);
});

test('if the browser refuses its storage the ticket lives as long as the page', () => {
  const ticket = createTicket(() => {
    throw new Error('SecurityError');
  }, random);
  assert.equal(ticket.current(), undefined);
  const made = ticket.make();
  assert.equal(ticket.current(), made);
  assert.equal(ticket.make(), made);
});

test('the ticket goes to our own server, which confirms what was made here, and to no other origin', () => {
  const origin = 'https://veilpost.test';
  Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  const ticket = { current: () => 'my-ticket' };
  assert.deepEqual(ticketHeader({ url: origin }, ticket), { 'x-alias-ticket': 'my-ticket' });
  assert.deepEqual(ticketHeader({ url: 'https://project.supabase.test' }, ticket), {});
  assert.deepEqual(ticketHeader({ url: origin }, { current: () => undefined }), {});
  Reflect.deleteProperty(globalThis, 'location');
});
