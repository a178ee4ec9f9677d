/** API keys: with one, a program makes and changes the aliases of its owner, and nothing else. */

import { randomUUID } from 'node:crypto';
import { type ApiKeyScope, MOST_API_KEYS } from '#rules/api-key.ts';
import type { ApiKey } from '#store/sessions/api-keys.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import type { User } from '#store/sessions/users.ts';
import { isUuid } from '#store/storable.ts';
import { languageOf } from '../letters/account-language.ts';
import type { LetterPort } from '../letters/letter-port.ts';
import { apiKeyHash, drawApiKey, isApiKey } from '../tokens/api-key.ts';

const DAY_MS = 86_400_000;

export type ApiKeysOptions = {
  store: Pick<AuthStore, 'apiKeys'>;
  letters: Pick<LetterPort, 'notify'>;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys({ store, letters, now }: ApiKeysOptions) {
  const { apiKeys } = store;
  return {
    /** Whether anyone has a key here. */
    any: (): Promise<boolean> => apiKeys.any(),
    /** Oldest first. */
    of: (userId: string): Promise<ApiKey[]> => apiKeys.of(userId),
    /**
     * Makes a key and notifies its owner.
     * @returns the entry with the text of the key, which is never shown again; or why there is none
     */
    async make(
      user: User,
      { id: sessionId }: Pick<AuthSession, 'id'>,
      { name, scope }: { name: string; scope: ApiKeyScope },
    ): Promise<{ entry: ApiKey; key: string } | 'too_many' | 'session_ended'> {
      const key = drawApiKey();
      const entry: ApiKey = {
        id: randomUUID(),
        userId: user.id,
        hash: apiKeyHash(key),
        name,
        scope,
        madeAt: now(),
        usedAt: null,
      };
      const insertion = await apiKeys.insert(entry, { sessionId, most: MOST_API_KEYS });
      if (insertion !== 'made') return insertion;
      if (user.email !== null) letters.notify('api-key-added', user.email, languageOf(user));
      return { entry, key };
    },
    /** @returns false if the user has no key with this id */
    async revoke(userId: string, id: string): Promise<boolean> {
      return isUuid(id) && apiKeys.delete(id, userId);
    },
    /** The owner of a key; undefined: not a key, or revoked. The day of its last use is recorded. */
    async ownerOf(text: string): Promise<{ key: ApiKey; user: User } | undefined> {
      if (!isApiKey(text)) return undefined;
      const found = await apiKeys.byHash(apiKeyHash(text));
      if (found === undefined) return undefined;
      const { usedAt, id } = found.key;
      // One write per key and day, not per call.
      if (usedAt === null || dayOf(usedAt) !== dayOf(now())) await apiKeys.used(id, now());
      return found;
    },
  };
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
