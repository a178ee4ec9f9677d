/**
 * Joins our key for DKIM and ARC to the engine: where it is kept, and whether the DNS has it. Nothing waits for either.
 */

import { PublishedKey } from '#mail/signing/published-key.ts';
import type { Clock } from '#time/clock.ts';
import { KeptKeys } from './dkim-key.ts';
import { KeyFile } from './dkim-key-file.ts';
import { createResolver } from '../net/dns.ts';
import type { SharedParts } from '../config/shared-parts.ts';

export type StartedSigning = ReturnType<typeof startSigning>;

/** Without the checks nothing is signed. */
export const NO_SIGNING: StartedSigning = {
  signing: () => undefined,
  readKey() {},
  close() {},
};

/** @throws Fault if the file of DKIM_KEY cannot be used */
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
    /** Checks the file of DKIM_KEY and, if it has changed, the DNS; `now`: the DNS in any case. */
    readKey(now: boolean) {
      if (now || file?.hasChanged()) void published.look();
    },
    close: () => published.close(),
  };
}
