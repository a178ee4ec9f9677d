/** Whether the service can do its work: asked by load balancers and monitors through /healthz. */

import { connect } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { StoreUnavailable } from '#store/store.ts';

/** One part of the service; rejects when the part cannot do its work. */
export type Check = () => Promise<void>;

export type Health = { ok: true } | { ok: false; reason: string };

/** Longest time that one part may take to answer, in milliseconds. */
const PATIENCE_MS = 2000;

/** How long one answer serves all who ask, in milliseconds: asking often must not load what is asked. */
const SHARED_MS = 1000;

/**
 * Asks all parts at once. Reasons name the part, and what the store says of itself; what other errors say may hold an address
 * or a password.
 * @param parts by the name that a reason gives them
 */
export function createHealth(parts: Record<string, Check>, clock: Clock) {
  let shared: { asked: number; health: Promise<Health> } | undefined;
  return (): Promise<Health> => {
    if (shared === undefined || clock.now() - shared.asked >= SHARED_MS) {
      shared = { asked: clock.now(), health: ask(parts, clock) };
    }
    return shared.health;
  };
}

async function ask(parts: Record<string, Check>, clock: Clock): Promise<Health> {
  const answers = await Promise.all(
    Object.entries(parts).map(async ([name, check]) => fault(name, check, clock)),
  );
  const faults = answers.filter((one) => one !== undefined);
  return faults.length === 0
    ? { ok: true }
    : { ok: false, reason: `no answer from: ${faults.join(', ')}` };
}

/** The name of a part that cannot do its work, with its own words where they may be shown; undefined where it can. */
function fault(name: string, check: Check, clock: Clock): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stop = clock.after(PATIENCE_MS, () => resolve(name));
    check()
      .then(
        () => resolve(undefined),
        (error) => resolve(error instanceof StoreUnavailable ? `${name} (${error.message})` : name),
      )
      .finally(stop);
  });
}

/** Whether an SMTP server greets with 220 (RFC 5321 section 3.1). */
export function smtpGreets(host: string, port: number): Check {
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: PATIENCE_MS });
      socket.once('data', (greeting) => {
        socket.end('QUIT\r\n');
        if (greeting.toString('latin1').startsWith('220')) resolve();
        else reject(new Error('not greeted with 220'));
      });
      socket.once('timeout', () => socket.destroy(new Error('no greeting')));
      socket.once('close', () => reject(new Error('closed without a greeting')));
      socket.once('error', reject);
    });
}
