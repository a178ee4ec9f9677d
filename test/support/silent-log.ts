import type { StoreLog } from '#store/database.ts';

export const SILENT: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };
