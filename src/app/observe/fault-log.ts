/** Errors of ours in the log. A database that does not answer would fill it with a stack for each message. */

import { StoreUnavailable } from '#store/store.ts';

const MINUTE_MS = 60_000;

/**
 * One line for each error, with its stack; but for a database that does not answer one line a minute, with its reason and the number of
 * calls that have failed since the last line.
 * @param message of the other errors
 * @param now milliseconds of a steady clock
 */
export function faultLog(
  log: { error: (fields: object, message: string) => void },
  message: string,
  now: () => number,
): (error: unknown) => void {
  let told = Number.NEGATIVE_INFINITY;
  let failed = 0;
  return (err) => {
    if (!(err instanceof StoreUnavailable)) return log.error({ err }, message);
    failed += 1;
    if (now() - told < MINUTE_MS) return;
    const { cause } = err;
    const reason = cause instanceof Error ? `${err.message} ${cause.message}` : err.message;
    log.error({ reason, failed }, 'the database does not answer; mail is asked to come again');
    told = now();
    failed = 0;
  };
}
