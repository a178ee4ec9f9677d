/** Opens a session with the relay, as each message does, and closes it. */

import type { Relay } from '#mail/smtp/send/route/target.ts';
import { openConnection } from '#mail/smtp/send/session/client-connection.ts';
import type { Connect } from '#mail/smtp/send/session/dial.ts';
import type { Clock } from '#time/clock.ts';
import type { HealthCheck } from './health.ts';

/** Longest time for all of it, in milliseconds. */
const PATIENCE_MS = 4500;

type Surroundings = { hostname: string; connect: Connect; clock: Clock };

export const relayProbe =
  (relay: Relay, surroundings: Surroundings): HealthCheck =>
  async () => {
    await tryRelay(relay, surroundings, PATIENCE_MS);
  };

/** @returns its version of TLS; null: plaintext @throws ConnectionFailure @throws SessionRefused */
export async function tryRelay(
  { kind: _kind, port, ...server }: Relay,
  { hostname, connect, clock }: Surroundings,
  patienceMs: number,
): Promise<string | null> {
  const connection = await openConnection(
    { addresses: [server.host], port },
    { hostname, ...server },
    { connect, clock, onStage: () => {}, onProof: () => {} },
    { deadline: clock.now() + patienceMs, connectMs: patienceMs },
  );
  connection.quit();
  return connection.peer.tls;
}
