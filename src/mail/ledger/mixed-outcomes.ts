/**
 * Mixed outcomes among the recipients of one message. RFC 5321 section 4.1.1.4 allows one reply to the final dot. If
 * some have the message and others do not, the sender gets 451, and the ledger notes how each recipient is tried
 * next. docs/decisions/ledger.md and 0045 explain why.
 */

import type { LedgerEntry } from '#store/store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { PairRecord } from './ledger.ts';

/** The ledger's note on a recipient from an earlier attempt. */
export type Standing = Pick<PairRecord, 'alone' | 'failedAlone'>;

/** Whether some recipients have the message and others do not. */
export function isMixed(deliveries: readonly Pick<Delivery, 'kind'>[]): boolean {
  return deliveries.some(({ kind }) => kind !== deliveries[0]?.kind);
}

export type Admission =
  | { kind: 'joins' }
  /** It was tried alone, with this verdict; now the others are tried first. */
  | { kind: 'yields'; verdict: LedgerEntry }
  /** One of them must be alone in its transaction. */
  | { kind: 'turned-away' };

/** Whether a recipient may join a transaction. @param others the recipients that the transaction has accepted */
export function admissionOf(newcomer: Standing, others: readonly Standing[]): Admission {
  if (newcomer.failedAlone !== undefined) return { kind: 'yields', verdict: newcomer.failedAlone };
  const oneIsAlone = [newcomer, ...others].some(({ alone }) => alone);
  return { kind: others.length > 0 && oneIsAlone ? 'turned-away' : 'joins' };
}

/** The state of a transaction at its verdict. */
export type RecipientsOutcome = {
  /** The outcomes are mixed, and the sender cannot get a reply for each recipient. */
  mixed: boolean;
  /** A recipient was rejected for now. */
  turnedAway: boolean;
};

/**
 * The note for a recipient's next attempt. `alone`: it must be the only one in its transaction. `yield`: the recipients that were
 * rejected because of it are tried first. `none`: earlier notes are removed.
 * @returns undefined if nothing needs to be written
 */
export function nextAttempt(
  before: Standing,
  kind: Delivery['kind'],
  { mixed, turnedAway }: RecipientsOutcome,
): 'alone' | 'yield' | 'none' | undefined {
  // A recipient that has the message needs no note.
  if (mixed && kind !== 'accepted') return 'alone';
  // Without a note it would be first again, and another one that must be alone would wait for as long as it fails.
  if (kind === 'deferred') return turnedAway ? 'yield' : undefined;
  return before.alone || before.failedAlone !== undefined ? 'none' : undefined;
}
