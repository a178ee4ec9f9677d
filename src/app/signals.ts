/** Signal handlers: graceful shutdown, and reloading the certificate. Only a second request to end cuts a message in flight. */

import { stopBackgroundCompilation } from '#runtime/orderly-exit.ts';
import type { Log } from './observe/log.ts';
import type { Service } from './service.ts';

/**
 * Ignores signals that other programs use (log rotation, restarts of development tools). Without a handler, SIGUSR1 makes
 * Node open its debugger to all users of this machine, and SIGUSR2 ends the process.
 */
export function ignoreUserSignals(log: Log): void {
  const tell = (signal: NodeJS.Signals) => log.info({ signal }, 'signal ignored');
  process.on('SIGUSR1', tell);
  process.on('SIGUSR2', tell);
}

/**
 * npm passes on the Ctrl-C that the terminal has sent to both: a SIGINT within this many milliseconds of the first is
 * npm's.
 */
const REPEATED_MS = 1000;

/**
 * The first SIGTERM or SIGINT starts a graceful shutdown, a second one ends the process at once. SIGHUP reloads the
 * certificate. Under a terminal SIGHUP means that the terminal was closed, and starts a graceful shutdown.
 * @param now milliseconds of a monotonic clock
 */
export function handleSignals(service: Service, log: Log, now: () => number): void {
  let ending = false;
  let interrupted = Number.NEGATIVE_INFINITY;
  const end = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT' && now() - interrupted < REPEATED_MS) return;
    if (ending) process.exit(1);
    ending = true;
    if (signal === 'SIGINT') interrupted = now();
    log.info({ signal }, 'graceful shutdown: finishing mail in flight');
    stopBackgroundCompilation();
    service.close().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'graceful shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const underTerminal = process.stdin.isTTY || process.stdout.isTTY;
  process.on('SIGHUP', (signal) => {
    if (underTerminal) {
      // The shell repeats the signal that the system has already sent: only the first one counts.
      if (!ending) end(signal);
      return;
    }
    log.info({ signal }, 'reloading the certificate');
    service.readFiles();
  });
}

/**
 * The process continues without its log if the terminal was closed or the program at the other end of a pipe has ended.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
