import type { StoreLog } from '#store/store-log.ts';

/** For tests without interest in the log. */
export const SILENT: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };
