/**
 * `data` of a request for a letter, which anyone may send for any address. It becomes the user's metadata only if the
 * requesting browser proves itself by its code challenge (RFC 7636), and is dropped otherwise.
 */

import { type KeyObject, randomUUID } from 'node:crypto';
import type { FlowStore } from '#store/sessions/flows.ts';
import type { User } from '#store/sessions/users.ts';
import { keyedHash } from '../tokens/keys.ts';
import { LINK_MS } from '../tokens/one-time-codes.ts';
import type { Sealing } from '#secrets/sealing.ts';

export type AskedDataOptions = {
  store: Pick<FlowStore, 'insert' | 'takeCode'>;
  /** The first key makes new hashes; all of them are accepted. */
  keys: readonly KeyObject[];
  sealing: Sealing;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type AskedData = ReturnType<typeof createAskedData>;

export function createAskedData({ store, keys, sealing, now }: AskedDataOptions) {
  return {
    /** Keeps the data of a request as long as its letter's link; for a confirmed user it is ignored. */
    async keep(
      { id: userId, confirmedAt }: User,
      challenge: string | null,
      data: Record<string, unknown>,
    ): Promise<void> {
      const [key] = keys;
      if (challenge === null || confirmedAt !== null || key === undefined) return;
      if (Object.keys(data).length === 0) return;
      const id = randomUUID();
      await store.insert({
        id,
        provider: 'email',
        challenge,
        authCode: nameOf(key, userId, challenge),
        userId,
        linking: null,
        redirectTo: null,
        sealed: sealing.seal(id, JSON.stringify(data)),
        used: true,
        until: now() + LINK_MS,
      });
    },
    /** The data that came with the challenge, once; empty if there is none. */
    async take(userId: string, challenge: string): Promise<Record<string, unknown>> {
      for (const key of keys) {
        const kept = await store.takeCode(nameOf(key, userId, challenge));
        if (kept === undefined || kept.until <= now()) continue;
        const data: Record<string, unknown> = JSON.parse(
          sealing.open(kept.id, kept.sealed)?.text ?? '{}',
        );
        return data;
      }
      return {};
    },
  };
}

const nameOf = (key: KeyObject, userId: string, challenge: string) =>
  keyedHash(key, `data ${userId} ${challenge}`);
