import type { StoreLog } from '#store/store-log.ts';

/** For tests that the log does not concern. */
export const SILENT: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };
