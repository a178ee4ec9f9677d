import { waitMessage } from '#languages/en/alias.ts';

/** The warning in whole seconds, at least one. @param until milliseconds since 1970, as `now` */
export const waitingMessage = (until: number, now: number): string =>
  waitMessage(Math.max(1, Math.ceil((until - now) / 1000)));
