/** A store for the engine of a test, which signals when no call of it is in progress. */

import type { MailStore } from '#mail/forward/forwarder-options.ts';
import type { Store } from '#store/store.ts';

/** A test's replacement of the store; other methods are those of the store. */
export type SeenStore = Partial<MailStore>;

/**
 * A store whose calls are counted. A test that moves its clock, or reads the store, first waits for the engine's work after a reply: `answered`
 * resolves when no call is in progress and none follows. A delivery may be in progress; `settled` of the engine waits for that, too.
 */
export function watchedStore(seen: SeenStore | undefined, store: Store) {
  const calls = new Set<Promise<unknown>>();
  const watch = <Result>(call: Promise<Result>): Promise<Result> => {
    const ended = () => void calls.delete(call);
    calls.add(call);
    call.then(ended, ended);
    return call;
  };
  const asked: MailStore = { ...store, ...seen };
  const watched: MailStore = {
    hasAliases: () => watch(asked.hasAliases()),
    aliasByAddress: (address) => watch(asked.aliasByAddress(address)),
    recall: (...given) => watch(asked.recall(...given)),
    remember: (...given) => watch(asked.remember(...given)),
    aliasNamesOf: (realEmail) => watch(asked.aliasNamesOf(realEmail)),
  };
  const answered = async () => {
    do {
      await Promise.allSettled(calls);
      await new Promise(setImmediate);
    } while (calls.size > 0);
  };
  return { watched, answered };
}
