import type { AliasState } from './ownership.ts';

/** The state of a row without one: it was made before ownership existed. */
export const UNCONFIRMED: AliasState = {
  confirmedAt: null,
  ticket: null,
  pausedUntil: null,
  endsAt: null,
  linkEpoch: 0,
  replyBody: 'replace',
  knownOnly: false,
  hasBlocked: false,
};
