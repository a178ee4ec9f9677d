import type { AliasState } from './ownership.ts';

/** The state of a row that has none: it was made before there were owners. */
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
