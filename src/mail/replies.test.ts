import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as engine from './replies.ts';
import * as refusals from './reply/refusals.ts';
import * as receiver from './smtp/receive/replies.ts';
import type { Status } from './smtp/reply.ts';

/** RFC 5321 section 4.2.3, RFC 4954 section 6 (235, 334, 454, 530, 535, 538), RFC 7504 section 4 (521, 556), PRDR (353). */
const CODES = new Set(
  (
    '214 220 221 235 250 252 334 353 354 421 450 451 452 454 455 ' +
    '500 501 502 503 504 521 530 535 538 550 551 552 553 554 555 556'
  )
    .split(' ')
    .map(Number),
);

const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && 'code' in value && 'enhanced' in value;

/** What a reply is refused for. */
const DECISIONS = [
  ...(
    ['reply-others', 'reply-report', 'reply-shows-address', 'reply-mime', 'reply-header'] as const
  ).map((reason) => refusals.ofHeader({ kind: 'refused', reason, field: 'to' })),
  ...(['reply-signed', 'reply-report', 'reply-shows-address', 'reply-mime'] as const).map(
    (reason) => refusals.ofGuard({ kind: 'refused', reason, part: 1, type: 'text/plain' }),
  ),
];

test('every reply has a code that senders know, and an enhanced code of the same class (RFC 3463)', () => {
  const all = [engine, receiver, refusals].flatMap((replies) => Object.entries<unknown>(replies));
  const named = [...all, ...DECISIONS.map((one): [string, unknown] => [one.reason, one])];
  const fixed = named
    .map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'object' && value !== null && 'reply' in value ? value.reply : value,
    ])
    .filter((entry): entry is [string, Status] => isStatus(entry[1]));
  assert.ok(fixed.length > 70, String(fixed.length));
  for (const [name, { code, enhanced }] of fixed) {
    assert.ok(CODES.has(code), `${name}: ${code}`);
    if (enhanced !== '') assert.equal(enhanced[0], String(code)[0], name);
  }
});
