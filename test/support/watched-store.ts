/** A store for the engine of a test, which signals when no call of it is in progress. */

import type { MailStore } from '#mail/forward/forwarder-options.ts';
import type { Store } from '#store/store.ts';

/** A test's replacement of the store; other methods are those of the store. */
export type SeenStore = Partial<MailStore>;

/**
 * A store whose calls are counted. A test that moves its clock, or reads the store, first waits for the engine's work after a reply: `answered`
 * resolves when no call is in progress and none follows. A delivery may be in progress; `settled` of the engine waits for that, too.
 */
export function watchedStore(seen: SeenStore, store: Store) {
  const calls = new Set<Promise<unknown>>();
  const watch = <Result>(call: Promise<Result>): Promise<Result> => {
    const ended = () => void calls.delete(call);
    calls.add(call);
    call.then(ended, ended);
    return call;
  };
  const watched: MailStore = {
    hasAliases: () => watch(seen.hasAliases?.() ?? store.hasAliases()),
    aliasByAddress: (address) =>
      watch(seen.aliasByAddress?.(address) ?? store.aliasByAddress(address)),
    recall: (key, now) => watch(seen.recall?.(key, now) ?? store.recall(key, now)),
    remember: (...given) => watch(seen.remember?.(...given) ?? store.remember(...given)),
    aliasNamesOf: (realEmail) =>
      watch(seen.aliasNamesOf?.(realEmail) ?? store.aliasNamesOf(realEmail)),
  };
  const answered = async () => {
    do {
      await Promise.allSettled(calls);
      await new Promise(setImmediate);
    } while (calls.size > 0);
  };
  return { watched, answered };
}
