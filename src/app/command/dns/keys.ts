/** The DKIM keys of an installation, and which of them signs now. */

import type { Resolve } from '#mail/dns/answer.ts';
import { type DkimKey, type RecordState, recordState } from '#mail/signing/published-key.ts';
import { openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import type { Config } from '../../config/config.ts';
import { KeptKeys, SealedKeys } from '../../keys/dkim-key.ts';
import { KeyFile } from '../../keys/dkim-key-file.ts';
import { EXIT_UNAVAILABLE, Fault } from '../../config/fault.ts';
import type { Log } from '../../observe/log.ts';
import { refuseNewDatabase } from '../../database/database.ts';
import { rootSecrets } from '../../keys/root-secret.ts';

export type KeysOptions = {
  config: Config;
  resolve: Resolve;
  /** Whether the next key is made first. */
  makeNext: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
};

/**
 * Returns the keys, the latest last. It makes and keeps the first key, as the service does.
 * @throws Fault
 */
export async function keysOf(options: KeysOptions): Promise<readonly DkimKey[]> {
  const { config, makeNext, log } = options;
  const { dkimKeyPath: path, dkimSelector: selector } = config.trust;
  if (path !== undefined) {
    if (makeNext) {
      throw new Fault(
        'DKIM_KEY names a file: make the next key in another one, with another selector= (docs/operations.md).',
      );
    }
    return new KeyFile(path, selector, log).read();
  }
  const whenNew = { ...(!config.newDatabase && { whenNew: refuseNewDatabase }) };
  const store = await openStore(config.databaseUrl, { now: options.now, log, ...whenNew }).catch(
    (error: unknown) => {
      throw error instanceof DatabaseUnusable ? new Fault(`DATABASE_URL: ${error.message}`) : error;
    },
  );
  try {
    const kept = new KeptKeys({
      store,
      secrets: await rootSecrets(config.secretKeys, store),
      selector,
    });
    if (makeNext) await kept.makeNext(await keyToKeep(kept, options), options.now());
    return await kept.read();
  } catch (error) {
    const told = error instanceof SealedKeys || error instanceof StoreUnavailable;
    throw told ? new Fault(error.message) : error;
  } finally {
    await store.close();
  }
}

/**
 * The key that signs until the DNS has the next one; if none signs, the latest: its record may not have appeared yet.
 */
async function keyToKeep(
  kept: KeptKeys,
  { config, resolve }: KeysOptions,
): Promise<DkimKey | undefined> {
  let keys: readonly DkimKey[];
  try {
    keys = await kept.read();
  } catch (error) {
    // Keys that cannot be decrypted no longer sign.
    if (error instanceof SealedKeys) return undefined;
    throw error;
  }
  const seen = await seenKeys(keys, config, resolve);
  if (seen.some(({ states }) => states.includes('unknown'))) {
    throw new Fault(
      'DNS not responding, so the key that signs is unknown: nothing was changed.',
      EXIT_UNAVAILABLE,
    );
  }
  return signingOf(seen)?.key ?? keys.at(-1);
}

/** A key, and its record at each alias domain. */
export type SeenKey = { key: DkimKey; states: RecordState[] };

export const seenKeys = (
  keys: readonly DkimKey[],
  config: Pick<Config, 'names'>,
  resolve: Resolve,
): Promise<SeenKey[]> =>
  Promise.all(keys.map(async (key) => ({ key, states: await statesOf(key, config, resolve) })));

/** The key that the DNS has at the most domains, the latest of several: it signs. Undefined: the DNS has none. */
export function signingOf(seen: readonly SeenKey[]): SeenKey | undefined {
  const domains = ({ states }: SeenKey) => states.filter((state) => state === 'published').length;
  const best = seen.toSorted((one, other) => domains(one) - domains(other)).at(-1);
  return best !== undefined && domains(best) > 0 ? best : undefined;
}

/** At each alias domain. */
export function statesOf(
  key: DkimKey,
  { names }: Pick<Config, 'names'>,
  resolve: Resolve,
): Promise<RecordState[]> {
  return Promise.all(names.domains.map((domain) => recordState(resolve, key, domain)));
}
