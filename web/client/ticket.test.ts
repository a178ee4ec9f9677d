import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTicket, type Keep, ticketHeader } from './ticket.ts';

/** A storage in memory. */
function storage(): Keep {
  const items = new Map<string, string>();
  return () => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  });
}

const refused: Keep = () => {
  throw new Error('SecurityError');
};

let drawn = 0;
const random = (octets: Uint8Array) => octets.fill((drawn += 1));

test('a ticket is 32 bytes in base64url, created once and kept for the next visit', () => {
  const keep = storage();
  const first = createTicket(keep, random);
  assert.equal(first.current(), undefined);
  const ticket = first.make();
  assert.match(ticket, /^[\w-]{43}$/);
  assert.equal(Buffer.from(ticket, 'base64url').length, 32);
  assert.equal(first.make(), ticket);
  assert.equal(createTicket(keep, random).current(), ticket);
  assert.notEqual(createTicket(storage(), random).make(), ticket);
});

test('every value of a byte is encoded', () => {
  const { make } = createTicket(storage(), (octets) => octets.fill(0xfb));
  assert.deepEqual(
    [...Buffer.from(make(), 'base64url')],
    Array.from({ length: 32 }, () => 0xfb),
  );
});

test('if the browser refuses its storage the ticket lives as long as the page', () => {
  const ticket = createTicket(refused, random);
  assert.equal(ticket.current(), undefined);
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
