/** The stock client of the session facility: a separate script, loaded for a session's renewal or change. */

import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import type { PageConfig } from '#rules/page.ts';
import type { SessionFunctions } from './session.ts';

export type Auth = {
  client: InstanceType<typeof AuthClient>;
  /** A new token for the kept session; undefined: the session has ended, and is forgotten. @throws if the server does not say */
  renewed: () => Promise<string | undefined>;
};

export function openAuth(
  { url, key }: Pick<PageConfig, 'url' | 'key'>,
  sessions: SessionFunctions,
  ticketHeader: () => Record<string, string>,
): Auth {
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const field of Object.entries(ticketHeader())) headers.set(...field);
      const answer = await fetch(input, { ...init, headers });
      const renews = typeof input === 'string' && input.includes('grant_type=refresh_token');
      // For auth-js a refused renewal is the end of the session, even if the server only asks to wait.
      if (renews && answer.status === 429) throw new Error('too many renewals');
      return answer;
    },
    storageKey: sessions.key,
    storage: whereItLies(sessions),
    // Each call checks the remaining lifetime of its token.
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
  return {
    client,
    renewed: async () => {
      const before = sessions.kept();
      // It renews a session that ends soon by itself; one that was refused early must be renewed explicitly.
      const endsSoon = before && before.until - Date.now() < sessions.margin;
      const { data, error } = await (endsSoon ? client.getSession() : client.refreshSession());
      if (data.session) return data.session.access_token;
      // Another tab was faster.
      const kept = sessions.kept()?.token;
      if (kept !== before?.token) return kept;
      if (isAuthRetryableFetchError(error)) throw error;
      sessions.drop();
      return undefined;
    },
  };
}

/** A session stays in the storage of the visitor's choice. */
function whereItLies({ storages, put }: SessionFunctions) {
  const chosen = (key: string) => {
    const all = storages();
    return all.find((storage) => storage.getItem(key) !== null) ?? all.at(-1);
  };
  const removeItem = (key: string) => storages().forEach((storage) => storage.removeItem(key));
  return {
    getItem: (key: string) => chosen(key)?.getItem(key) ?? null,
    setItem: (key: string, value: string) => {
      // If that place is full, the item goes to the storage that ends with the tab; the earlier item would be outdated.
      const places = [chosen(key) ?? [], storages()[0] ?? []].flat();
      removeItem(key);
      put(places, key, value);
    },
    removeItem,
  };
}
