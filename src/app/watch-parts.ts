/** The checks of each part, for /healthz and for the metric behind the alarms. */

import { systemClock } from '#time/clock.ts';
import { asksDns, dnsCheck } from './net/dns.ts';
import type { MailEngine } from './mail-engine.ts';
import type { FailedLookUps } from './observe/failed-look-ups.ts';
import { createHealth, type Health, smtpGreets } from './observe/health.ts';
import { watchHealthy } from './observe/healthy.ts';
import type { LetterWatch } from './observe/letter-watch.ts';
import { proxiesOf } from './net/proxies.ts';
import type { SharedParts } from './config/shared-parts.ts';

export type WatchedParts = SharedParts & {
  lookUps: FailedLookUps;
  engine: Pick<MailEngine, 'own' | 'nextHopWorks'>;
  letterWatch: LetterWatch;
};

/** @returns the health of the parts without which no mail comes in: load balancers then use another node */
export function watchParts(parts: WatchedParts): () => Promise<Health> {
  const { config, store, lookUps, engine, letterWatch, metrics } = parts;
  const served = {
    store: () => store.answers(),
    'look-ups': lookUps.check,
    smtp: smtpGreets(engine.own.host, engine.own.port, proxiesOf(config).smtp),
  };
  const checks = {
    ...served,
    write: () => store.takesWrites(),
    dns: asksDns(config) ? dnsCheck(config) : async () => {},
    'next-hop': engine.nextHopWorks,
    letters: letterWatch.check,
  };
  watchHealthy(metrics, checks, systemClock);
  return createHealth(served, systemClock);
}
