import type { StoreLog } from '#store/store-log.ts';

export const SILENT: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };
