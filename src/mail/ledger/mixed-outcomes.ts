/**
 * Mixed outcomes among the recipients of one message. RFC 5321 section 4.1.1.4 knows one reply to the final dot: where
 * some have the message and others not, the sender is answered 451, and the ledger notes how each recipient is to be tried
 * next (docs/decisions/ledger.md).
 */

import type { LedgerEntry } from '#store/store.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { PairRecord } from './ledger.ts';

/** The ledger's note on a recipient from an earlier attempt. */
export type Standing = Pick<PairRecord, 'alone' | 'failedAlone'>;

/** Whether some recipients have the message and others not. */
export function isMixed(deliveries: readonly Pick<Delivery, 'kind'>[]): boolean {
  return deliveries.some(({ kind }) => kind !== deliveries[0]?.kind);
}

export type Admission =
  | { kind: 'joins' }
  /** It has been tried alone, with this verdict, and the others are tried first now. */
  | { kind: 'yields'; verdict: LedgerEntry }
  /** One of them has to be alone in its transaction. */
  | { kind: 'turned-away' };

/**
 * Whether a recipient may join a transaction.
 * @param others recipients that the transaction has accepted
 */
export function admissionOf(newcomer: Standing, others: readonly Standing[]): Admission {
  if (newcomer.failedAlone !== undefined) return { kind: 'yields', verdict: newcomer.failedAlone };
  const oneIsAlone = [newcomer, ...others].some(({ alone }) => alone);
  return { kind: others.length > 0 && oneIsAlone ? 'turned-away' : 'joins' };
}

/** The state of a transaction at its verdict. */
export type RecipientsOutcome = {
  /** The deliveries are mixed, and the sender cannot be told of each recipient apart. */
  mixed: boolean;
  /** A recipient was turned away. */
  turnedAway: boolean;
};

/**
 * The note for a recipient's next attempt. `alone`: it is to be the only one in its transaction.
 * `yield`: the recipients that were turned away for it are to be tried first. `none`: earlier notes are settled.
 * @returns undefined where nothing is to be written
 */
export function nextAttempt(
  before: Standing,
  kind: Delivery['kind'],
  { mixed, turnedAway }: RecipientsOutcome,
): 'alone' | 'yield' | 'none' | undefined {
  // A recipient that has the message is asked for nothing more.
  if (mixed && kind !== 'accepted') return 'alone';
  // One that owes nothing would be the first again: another one that is to be alone would wait for as long as it fails.
  if (kind === 'deferred') return turnedAway ? 'yield' : undefined;
  return before.alone || before.failedAlone !== undefined ? 'none' : undefined;
}
