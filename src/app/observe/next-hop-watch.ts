/**
 * Whether mail reaches a next hop: learned from the messages and, if there is one relay, by probing it until it works.
 */

import type { Delivery, DeliveryStage } from '#mail/smtp/delivery.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import type { Relay, Target } from '#mail/smtp/send/route/target.ts';
import { openConnection } from '#mail/smtp/send/session/client-connection.ts';
import type { Connect } from '#mail/smtp/send/session/dial.ts';
import type { Clock } from '#time/clock.ts';
import { FailingRun } from './failing-run.ts';
import type { HealthCheck } from './health.ts';

/** At these stages no server has seen a message yet. */
const BEFORE_MAIL: readonly (DeliveryStage | undefined)[] = [
  'connect',
  'greeting',
  'ehlo',
  'starttls',
  'auth',
];
/** With this many unreachable domains, the fault is no longer theirs. */
const DOMAINS = 3;
const WINDOW_MS = 600_000;

export class NextHopWatch {
  readonly #run: FailingRun;
  readonly #isRelay: boolean;
  readonly #probe: HealthCheck;

  /**
   * @param probe opens a session with the relay, and rejects if that fails; it is never called for mail exchangers
   * @param now milliseconds of a steady clock
   */
  constructor(target: Target, probe: HealthCheck, now: () => number) {
    this.#isRelay = target.kind === 'relay';
    this.#probe = probe;
    this.#run = new FailingRun(
      this.#isRelay
        ? { most: 1, windowMs: Number.POSITIVE_INFINITY, now }
        : { most: DOMAINS, windowMs: WINDOW_MS, now },
    );
  }

  /** The same next hop; the outcome of its messages is recorded. */
  watch(nextHop: NextHop): NextHop {
    return {
      deliver: async (envelope, message, deadline) => {
        const delivery = await nextHop.deliver(envelope, message, deadline);
        this.#note(delivery, envelope.forwardPath);
        return delivery;
      },
      backingOff: (forwardPath) => nextHop.backingOff(forwardPath),
      get connections() {
        return nextHop.connections;
      },
      get held() {
        return nextHop.held;
      },
      endRetries: () => nextHop.endRetries(),
      close: () => nextHop.close(),
    };
  }

  #note(delivery: Delivery, forwardPath: string): void {
    if (delivery.kind === 'accepted') return this.#run.succeeded();
    if (BEFORE_MAIL.includes(delivery.stage)) {
      const domain = forwardPath.slice(forwardPath.lastIndexOf('@') + 1).toLowerCase();
      this.#run.failed(this.#isRelay ? 'relay' : domain);
    } else if (delivery.peer !== undefined) this.#run.succeeded();
  }

  readonly check: HealthCheck = async () => {
    if (!this.#run.isFailing) return;
    if (!this.#isRelay) throw new Error('no server of several domains is reachable');
    await this.#probe();
    this.#run.succeeded();
  };
}

/** Longest time for all of it, in milliseconds. */
const PATIENCE_MS = 4500;

type Surroundings = { hostname: string; connect: Connect; clock: Clock };

/** Opens a session with the relay, as each message does, and closes it. */
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
