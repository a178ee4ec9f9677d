/** Says in the browser's console why a call has failed. */
export const log = (error: unknown): void =>
  console.warn(error instanceof Error ? error.message : error);
