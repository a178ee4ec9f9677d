/** Joins our key for DKIM and ARC to the engine: its place, and its presence in the DNS. Nothing waits for either. */

import { PublishedKey } from '#mail/signing/published-key.ts';
import type { Clock } from '#time/clock.ts';
import { KeptKeys } from './dkim-key.ts';
import { KeyFile } from './dkim-key-file.ts';
import { createResolver } from '../net/dns.ts';
import type { SharedParts } from '../config/shared-parts.ts';

export type StartedSigning = ReturnType<typeof startSigning>;

/** @throws Fault where the file of DKIM_KEY cannot be used */
export function startSigning(parts: SharedParts & { clock: Clock }) {
  const { config, store, secrets, clock, metrics, log } = parts;
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
    /** Looks at the file of DKIM_KEY and, where it has changed, at the DNS; `now`: in any case. */
    readKey(now: boolean) {
      if (now || file?.hasChanged()) void published.look();
    },
    close: () => published.close(),
  };
}
