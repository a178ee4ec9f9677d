/** Our errors in the log. An unresponsive database would otherwise fill it with a stack for each message. */

import { StoreUnavailable, WritesRefused } from '#store/store.ts';

const MINUTE_MS = 60_000;

const SILENT = 'database not responding; deferring mail';
const NO_WRITES = 'database not accepting writes; mail is still delivered';
const OTHER = 'internal error while handling a message';

/**
 * One line for each error, with its stack. A database that does not respond, or does not accept writes, is one line a
 * minute, with the reason and the number of failed calls since the last line.
 * @param now milliseconds of a steady clock
 */
export function faultLog(
  log: { error: (fields: object, message: string) => void },
  now: () => number,
): (error: unknown) => void {
  const told = new Map<string, { at: number; failed: number }>();
  return (err) => {
    if (!(err instanceof StoreUnavailable)) return log.error({ err }, OTHER);
    const kind = err instanceof WritesRefused ? NO_WRITES : SILENT;
    const last = told.get(kind) ?? { at: Number.NEGATIVE_INFINITY, failed: 0 };
    told.set(kind, last);
    last.failed += 1;
    if (now() - last.at < MINUTE_MS) return;
    const { cause } = err;
    const reason = cause instanceof Error ? `${err.message} ${cause.message}` : err.message;
    log.error({ reason, failed: last.failed }, kind);
    last.at = now();
    last.failed = 0;
  };
}
