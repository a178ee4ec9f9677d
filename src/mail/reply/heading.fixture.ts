/** A reply from Jane as `alias-1000@alias.test`, to Bob and Carol. */

import { createSecretKey } from 'node:crypto';
import { HeaderBlock } from '../message/header-block.ts';
import { type ReplyHeading, replyHeader } from './header.ts';
import { MessageIds } from './message-ids.ts';

export const ALIAS = 'alias-1000@alias.test';
/** Another alias of Jane's. */
export const OTHER_ALIAS = 'alias-2000@alias.test';

const CORRESPONDENTS: ReadonlyMap<string, string> = new Map([
  ['rbob@alias.test', 'bob@example.com'],
  ['rann@alias.test', 'ann@owner.test'],
  ['rcarol@alias.test', 'Carol@example.net'],
  ['rlong@ab.cd.b.alias.test', `${'long'.repeat(15)}@${'d'.repeat(60)}.example`],
  ['rjoerg@alias.test', 'j\u00f6rg@example.org'],
]);

const OWN = ['jane@owner.test', 'jane+tag@owner.test', ALIAS, OTHER_ALIAS, 'rother@alias.test'];

export const messageIds = new MessageIds({
  keys: [createSecretKey(Buffer.alloc(32, 1))],
  aliasDomains: ['alias.test'],
});

export const heading: ReplyHeading = {
  alias: ALIAS,
  isOwners: (address) => OWN.includes(address.toLowerCase()),
  open: (address) => CORRESPONDENTS.get(address.toLowerCase()),
  search: (text) => {
    if (/=\?x-unknown\?/.test(text)) return 'unreadable';
    return /jane|owner\.test/i.test(text) ? 'shows-owner' : 'clean';
  },
  messageIds,
  sent: new Set(),
  contentType: undefined,
  sealedIds: new Map(),
  hostname: 'mx.alias.test',
  id: 'k2a',
  now: Date.UTC(2026, 10, 22, 13, 32, 28),
};

/** @param lines fields without their CRLF, as UTF-8 */
export const blockOf = (lines: readonly string[]) =>
  HeaderBlock.read(Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'utf8'));

/** The new fields by their names as written, or the reason code of the rejection. */
export function headerOf(
  lines: readonly string[],
  changes: Partial<ReplyHeading> = {},
): Record<string, string> | string {
  const made = replyHeader(blockOf(lines), { ...heading, ...changes });
  if (made.kind === 'refused') return `${made.reason} ${made.field}`;
  return Object.fromEntries(
    made.fields.map(({ raw, colon, value }) => [
      raw.slice(0, colon),
      Buffer.from(value, 'latin1').toString('utf8').trimStart(),
    ]),
  );
}
