/**
 * The rows of the session facility (auth/v1), by subject. Times are milliseconds since 1970, hashes and sealed values
 * base64url. Every decision is one conditional statement, so that of two nodes only one can win. All methods reject
 * like those of Store.
 */

import { apiKeyStore } from './api-keys.ts';
import { factorStore } from './factors.ts';
import { flowStore } from './flows.ts';
import { identityStore } from './identities.ts';
import { letterBudgetStore } from './letter-budget.ts';
import { oneTimeStore } from './one-time.ts';
import { passkeyStore } from './passkeys.ts';
import { peopleStore } from './people.ts';
import { sessionStore } from './sessions.ts';
import { signingKeyStore } from './signing-keys.ts';
import type { Statements } from '../statements.ts';
import { sweep } from './sweep.ts';
import { userStore } from './users.ts';

export type AuthStore = ReturnType<typeof authStore>;

export function authStore(statements: Statements) {
  return {
    users: userStore(statements),
    people: peopleStore(statements),
    identities: identityStore(statements),
    sessions: sessionStore(statements),
    oneTime: oneTimeStore(statements),
    flows: flowStore(statements),
    factors: factorStore(statements),
    passkeys: passkeyStore(statements),
    apiKeys: apiKeyStore(statements),
    signingKeys: signingKeyStore(statements),
    letterBudget: letterBudgetStore(statements),
    /** Deletes rows that have expired or have lost their user, and expired changes of address. @returns their number */
    sweep: (now: number) => sweep(statements, now),
  };
}
