import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { answering } from '#support/answering.ts';
import { ALIAS } from '#support/forwarding.ts';

/** A record by which the owner's server may send. */
export const SPF = { 'mailbox.test': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } };

/** An alias for another owner. */
export const JOANS = 'alias-4828@alias.test';

/** A well-formed reply address that was never issued. */
export const strange = (token: string, i: number) =>
  `${token.slice(0, 4)}${'abcdefghijklmnopqrstuvwxyz'.charAt(i).repeat(4)}${token.slice(8)}`;

/**
 * An owner who has got a message of Bob's, and so a reply address (`token`) of the alias with this id.
 * @returns `gone`: who has got a message since
 */
export async function owner(t: TestContext, options: Parameters<typeof answering>[1] = {}) {
  const way = await answering(t, options);
  const [token = ''] = await way.written();
  const before = way.hop.messages.length;
  const row = await way.store.aliasByAddress(ALIAS);
  const gone = () => way.hop.messages.slice(before).flatMap(({ recipients }) => recipients);
  return { ...way, token, gone, id: row?.alias.id ?? assert.fail('no alias') };
}
