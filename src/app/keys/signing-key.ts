/** Joins our key for DKIM and ARC to the engine: its place, and its presence in the DNS. Nothing waits for either. */

import { PublishedKey } from '#mail/signing/published-key.ts';
import type { Signing } from '#mail/signing/signing.ts';
import type { Clock } from '#time/clock.ts';
import type { Store } from '#store/store.ts';
import type { Config } from '../config/config.ts';
import { KeptKeys } from './dkim-key.ts';
import { KeyFile } from './dkim-key-file.ts';
import { createResolver } from '../net/dns.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';

export type SigningKeyOptions = {
  config: Config;
  store: Store;
  /** The root secret, and behind it earlier ones. */
  secrets: readonly string[];
  clock: Clock;
  metrics: Metrics;
  log: Log;
};

export type StartedSigning = {
  signing: Signing;
  /** Looks at the file of DKIM_KEY and, where it has changed, at the DNS; `now`: in any case. */
  readKey(now: boolean): void;
  close(): void;
};

/** @throws Fault where the file of DKIM_KEY cannot be used */
export function startSigning(options: SigningKeyOptions): StartedSigning {
  const { config, store, secrets, clock, metrics, log } = options;
  const { dkimKeyPath: path, dkimSelector: selector } = config.trust;
  const file = path === undefined ? undefined : new KeyFile(path, selector, log);
  const published = new PublishedKey({
    keys: (file ?? new KeptKeys({ store, secrets, selector })).read,
    domains: config.names.domains,
    openResolver() {
      const resolver = createResolver(config.dnsServers, metrics);
      return { resolve: resolver.resolve, close: () => resolver.close() };
    },
    clock,
    log,
  });
  void published.look();
  return {
    signing: published.signing,
    readKey(now) {
      if (now || file?.hasChanged()) void published.look();
    },
    close: () => published.close(),
  };
}
