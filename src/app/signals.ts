/** What signals do to the service. None of them cuts a mail in flight but a second request to end. */

import type { Log } from './log.ts';
import type { Service } from './service.ts';

/**
 * Signals that others give a meaning (log rotation, restarts of development tools). Unheard, SIGUSR1 makes Node open its
 * debugger to whoever is on this machine, and SIGUSR2 ends the process.
 */
export function ignoreUserSignals(log: Log): void {
  const tell = (signal: NodeJS.Signals) => log.info({ signal }, 'a signal without a meaning here');
  process.on('SIGUSR1', tell);
  process.on('SIGUSR2', tell);
}

/**
 * The first SIGTERM or SIGINT ends in order, a second one at once. SIGHUP reads the certificate anew; under a terminal it
 * says that the terminal was closed, and ends in order.
 */
export function heedSignals(service: Service, log: Log): void {
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) process.exit(1);
    ending = true;
    log.info({ signal }, 'ending: what is in flight is finished first');
    service.close().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'the end was not in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const underTerminal = process.stdin.isTTY || process.stdout.isTTY;
  process.on('SIGHUP', (signal) => {
    if (underTerminal) {
      // A shell passes on what the system has said already: only the first is heard.
      if (!ending) end(signal);
      return;
    }
    log.info({ signal }, 'reading the certificate again');
    service.readCertificate();
  });
}

/** A terminal that was closed, or a program behind a pipe that has ended, takes no line of the log: no reason to end. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
