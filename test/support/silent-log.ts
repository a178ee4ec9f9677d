import type { Log } from '#store/log.ts';

/** For tests that the log does not concern. */
export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };
