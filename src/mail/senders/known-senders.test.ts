import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock } from '../message/header-block.ts';
import { authorDomain } from '../trust/dmarc/author-domain.ts';
import type { Vouching } from '../trust/vouching.ts';
import { KnownSenders, type KnownSendersOptions } from './known-senders.ts';
import { provenAuthor } from './proven-author.ts';
import { SenderNames } from './sender-names.ts';

const DAY_MS = 86_400_000;

/** Senders that are only noted. */
function noting(note: KnownSendersOptions['store']['note'], date: () => number) {
  const faults: unknown[] = [];
  const store = { find: async () => [], renew: async () => {}, wait: async () => {}, note };
  const onFault = (error: unknown) => faults.push(error);
  const names = new SenderNames(['secret']);
  return { senders: new KnownSenders({ store, names, date, onFault }), faults };
}

test('a sender is noted once a day, and again after a write that failed', async () => {
  let now = DAY_MS;
  const written: number[] = [];
  const { senders, faults } = noting(
    async (seen) => {
      if (faults.length === 0) throw new Error('silent');
      written.push(...seen.map(({ at }) => at / DAY_MS));
    },
    () => now,
  );
  for (const [later, times] of [
    [0, 1],
    [0, 2],
    [DAY_MS - 1, 1],
    [1, 1],
    [0, 0],
  ] as const) {
    now += later;
    for (let i = 0; i < times; i++) senders.note('alias', 'shop.example');
    await senders.write();
  }
  assert.deepEqual([written, faults.length], [[1, 2], 1]);
});

test('of more than ten thousand senders between two writes the first are noted, the others with their next message', async () => {
  const counts: number[] = [];
  const { senders } = noting(
    async (seen) => void counts.push(seen.length),
    () => 0,
  );
  for (let i = 0; i < 10_002; i++) senders.note('alias', `d${i}.example`);
  await senders.write();
  for (const i of [9999, 10_000, 10_001]) senders.note('alias', `d${i}.example`);
  await senders.write();
  assert.deepEqual(counts, [10_000, 2]);
});

/** The author of a message with this From. @param how what proves it */
function author(from: string, how: { spf?: boolean; signatures?: boolean[]; seal?: Vouching }) {
  const { spf = false, signatures = [], seal = 'no' } = how;
  const block = HeaderBlock.read(Buffer.from(`From: ${from}\r\n\r\n`));
  const aligned = { spf, signatures };
  const outcome = {
    author: authorDomain(block.fields('from').map(({ value }) => value)),
    block,
    dmarc: { author: '', result: 'pass', policy: undefined, aligned } as const,
  };
  return provenAuthor(outcome, seal);
}

test('SPF, a signature or a trusted sealer proves the author domain', () => {
  assert.equal(author('Ann@Shop.example', { spf: true }), 'shop.example');
  assert.equal(author('ann@shop.example', { signatures: [false, true] }), 'shop.example');
  assert.equal(author('ann@shop.example', { seal: 'yes' }), 'shop.example');
  assert.equal(author('ann@shop.example', { signatures: [false] }), undefined);
  assert.equal(author('ann@shop.example, bob@other.example', { spf: true }), undefined);
});

test('at a provider of public mailboxes the author is one whole address', () => {
  const longest = `${'a'.repeat(244)}@gmail.com`;
  for (const [from, expected] of [
    ['"Ann B." <Ann.B@GMail.com>', 'ann.b@gmail.com'],
    ['"a b"@gmail.com', '"a b"@gmail.com'],
    ['ann@gmail.com, bob@gmail.com', undefined],
    [longest, longest],
    [`a${longest}`, undefined],
  ] as const) {
    assert.equal(author(from, { spf: true }), expected, from);
  }
});
