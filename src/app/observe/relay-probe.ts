/** Opens a session with the relay, as each mail does, and ends it. */

import type { Relay } from '#mail/smtp/send/route/target.ts';
import { openConnection } from '#mail/smtp/send/session/client-connection.ts';
import type { Connect } from '#mail/smtp/send/session/dial.ts';
import type { Clock } from '#time/clock.ts';
import type { HealthCheck } from './health.ts';

/** Longest time for all of it, in milliseconds. */
const PATIENCE_MS = 4500;

export function relayProbe(
  { host, port, tls, credentials }: Relay,
  { hostname, connect, clock }: { hostname: string; connect: Connect; clock: Clock },
): HealthCheck {
  return async () => {
    const connection = await openConnection(
      { addresses: [host], port },
      { hostname, host, tls, credentials },
      { connect, clock, onStage: () => {} },
      { deadline: clock.now() + PATIENCE_MS, connectMs: PATIENCE_MS },
    );
    connection.quit();
  };
}
