import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock } from '../message/header-block.ts';
import { authorDomain } from '../trust/dmarc/author-domain.ts';
import type { Vouching } from '../trust/vouching.ts';
import { provenAuthor } from './proven-author.ts';

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
