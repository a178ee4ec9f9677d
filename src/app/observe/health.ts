/** Health check for load balancers and monitors: whether every part of the service works. */

import { connect } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { StoreUnavailable } from '#store/store.ts';

/** One part of the service; rejects if the part does not work. */
export type HealthCheck = () => Promise<void>;

export type Health = { ok: true } | { ok: false; reason: string };

/** Longest time that one part may take to answer, in milliseconds. */
const TIMEOUT_MS = 2000;

/** The time that a result is cached, in milliseconds: frequent checks must not load the parts. */
const CACHE_MS = 1000;

/**
 * Checks all parts at once, at most once a second; in between it returns the last result. The reason names each part
 * that failed, with the message of a StoreUnavailable; messages of other errors are left out, as they may hold an address
 * or a password.
 * @param parts by the name in the reason
 */
export function createHealth(
  parts: Record<string, HealthCheck>,
  clock: Clock,
): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined;
  return () => {
    if (last === undefined || clock.now() - last.at >= CACHE_MS) {
      last = { at: clock.now(), health: ask(parts, clock) };
    }
    return last.health;
  };
}

async function ask(parts: Record<string, HealthCheck>, clock: Clock): Promise<Health> {
  const answers = await Promise.all(
    Object.entries(parts).map(async ([name, check]) => failureOf(name, check, clock, TIMEOUT_MS)),
  );
  const failures = answers.filter((one) => one !== undefined);
  return failures.length === 0
    ? { ok: true }
    : { ok: false, reason: `no answer from: ${failures.join(', ')}` };
}

/** The name of a part that failed, with its message if that may be shown; undefined if the part works. */
export function failureOf(
  name: string,
  check: HealthCheck,
  clock: Clock,
  timeout: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // The answer may already be in the socket, if this process had no CPU: timers run before sockets are read.
    const stop = clock.after(timeout, () => setImmediate(() => resolve(name)));
    check()
      .then(
        () => resolve(undefined),
        (error) => resolve(error instanceof StoreUnavailable ? `${name} (${error.message})` : name),
      )
      .finally(stop);
  });
}

/** The header of version 1 of the PROXY protocol for a proxy's own connection, such as a health check. */
const OWN_CONNECTION = 'PROXY UNKNOWN\r\n';

/**
 * Whether an SMTP server greets with 220 (RFC 5321 section 3.1).
 * @param host an address or `localhost`, which may be one of either family
 * @param isProxy the peers from which the server expects a header of the PROXY protocol; absent: none
 * @param timeout milliseconds of silence after which the connection is closed
 */
export function smtpGreets(
  host: string,
  port: number,
  isProxy: (address: string) => boolean = () => false,
  timeout = TIMEOUT_MS,
): HealthCheck {
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout });
      socket.once('connect', () => {
        if (isProxy(socket.localAddress ?? '')) socket.write(OWN_CONNECTION);
      });
      socket.once('data', (greeting) => {
        socket.end('QUIT\r\n');
        if (greeting.toString('latin1').startsWith('220')) resolve();
        else reject(new Error('greeting is not 220'));
      });
      socket.once('timeout', () => socket.destroy(new Error('no greeting')));
      socket.once('close', () => reject(new Error('connection closed before the greeting')));
      socket.once('error', reject);
    });
}
