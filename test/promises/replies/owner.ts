import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { answering } from '#support/answering.ts';
import { ALIAS } from '#support/forwarding.ts';

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
