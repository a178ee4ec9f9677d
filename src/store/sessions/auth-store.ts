/**
 * The rows of the session facility (auth/v1), by subject. Times are milliseconds since 1970, hashes and sealed values
 * base64url. Every decision is one conditional statement, so that of two nodes only one can win. All methods reject as
 * those of Store do.
 */

import { FactorStore } from './factors.ts';
import { type FlowStore, flowStore } from './flows.ts';
import { type IdentityStore, identityStore } from './identities.ts';
import { type LetterBudgetStore, letterBudgetStore } from './letter-budget.ts';
import { type OneTimeStore, oneTimeStore } from './one-time.ts';
import { type PasskeyStore, passkeyStore } from './passkeys.ts';
import { type PeopleStore, peopleStore } from './people.ts';
import { type SessionStore, sessionStore } from './sessions.ts';
import { type SigningKeyStore, signingKeyStore } from './signing-keys.ts';
import type { Statements } from '../statements.ts';
import { sweep } from './sweep.ts';
import { type UserStore, userStore } from './users.ts';

export type AuthStore = {
  users: UserStore;
  people: PeopleStore;
  identities: IdentityStore;
  sessions: SessionStore;
  oneTime: OneTimeStore;
  flows: FlowStore;
  factors: FactorStore;
  passkeys: PasskeyStore;
  signingKeys: SigningKeyStore;
  letterBudget: LetterBudgetStore;
  /** Deletes rows that have expired or have lost their user, and expired changes of address. @returns their number */
  sweep(now: number): Promise<number>;
};

export function authStore(statements: Statements): AuthStore {
  return {
    users: userStore(statements),
    people: peopleStore(statements),
    identities: identityStore(statements),
    sessions: sessionStore(statements),
    oneTime: oneTimeStore(statements),
    flows: flowStore(statements),
    factors: new FactorStore(statements),
    passkeys: passkeyStore(statements),
    signingKeys: signingKeyStore(statements),
    letterBudget: letterBudgetStore(statements),
    sweep: (now) => sweep(statements, now),
  };
}
