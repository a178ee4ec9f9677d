/** The stock client of the session facility. It is a script of its own, loaded when a session is to be renewed or changed. */

import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import type { PageConfig } from '#rules/page.ts';
import type { Sessions } from './session.ts';

export type Auth = {
  client: InstanceType<typeof AuthClient>;
  /** A new token for the kept session; undefined: the session has ended, and is forgotten. */
  renewed: () => Promise<string | undefined>;
};

export function openAuth({ url, key }: Pick<PageConfig, 'url' | 'key'>, sessions: Sessions): Auth {
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    storageKey: sessions.key,
    storage: whereItLies(sessions),
    // Each call looks at the time that its token has left.
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
  return {
    client,
    renewed: async () => {
      const before = sessions.kept();
      // It renews one that ends soon by itself; one that was refused before its time has to be renewed by name.
      const endsSoon = before && before.until - Date.now() < sessions.margin;
      const { data, error } = await (endsSoon ? client.getSession() : client.refreshSession());
      if (data.session) return data.session.access_token;
      // Another tab was quicker.
      const kept = sessions.kept()?.token;
      if (kept !== before?.token) return kept;
      if (!isAuthRetryableFetchError(error)) sessions.drop();
      return undefined;
    },
  };
}

/** A session stays in the storage that the visitor has chosen for it. */
function whereItLies({ storages }: Sessions) {
  const chosen = (key: string) => {
    const all = storages();
    return all.find((storage) => storage.getItem(key) !== null) ?? all.at(-1);
  };
  return {
    getItem: (key: string) => chosen(key)?.getItem(key) ?? null,
    setItem: (key: string, value: string) => chosen(key)?.setItem(key, value),
    removeItem: (key: string) => storages().forEach((storage) => storage.removeItem(key)),
  };
}
