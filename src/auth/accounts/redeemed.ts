import type { OneTimeKind } from '#store/sessions/one-time.ts';
import type { TokenAnswer } from './accounts.ts';

/** The result of a link or a code. */
export type Redeemed =
  /** The link was requested with a code challenge: the holder of its verifier gets the session. */
  | { kind: 'proven'; userId: string; challenge: string }
  | { kind: 'signed-in'; answer: TokenAnswer; by: OneTimeKind }
  /** The first of the two letters of an address change. */
  | { kind: 'half' }
  /** The letter to the old address has completed a change. */
  | { kind: 'changed' }
  /** Wrong, used, expired, or its user no longer exists. */
  | { kind: 'expired' }
  /** Another user has the new address by now. */
  | { kind: 'taken' };
