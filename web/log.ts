/** Logs in the browser's console why a call failed. */
export const log = (error: unknown): void =>
  console.warn(error instanceof Error ? error.message : error);
