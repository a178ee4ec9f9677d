/** Rows of the session facility for tests, and the store that holds them. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AuthStore } from './auth-store.ts';
import type { Factor } from './factors.ts';
import type { Flow } from './flows.ts';
import type { OneTime } from './one-time.ts';
import type { AuthSession } from './sessions.ts';
import type { User } from './users.ts';

export const NOW = Date.UTC(2026, 10, 22, 12);
export const DAY = 86_400_000;

export function user(
  email: string | null = `${randomUUID()}@mailbox.test`,
  changes: Partial<User> = {},
): User {
  return {
    id: randomUUID(),
    email,
    confirmedAt: null,
    newEmail: null,
    newEmailStep: 0,
    app: '{}',
    meta: '{}',
    password: null,
    anonymous: false,
    createdAt: NOW,
    updatedAt: NOW,
    lastSignInAt: null,
    ...changes,
  };
}

export function session(userId: string, changes: Partial<AuthSession> = {}): AuthSession {
  return {
    id: randomUUID(),
    userId,
    counter: 1,
    late: 0,
    lateSince: 0,
    aal: 1,
    amr: '[]',
    createdAt: NOW,
    refreshedAt: NOW,
    ...changes,
  };
}

export function oneTime(userId: string, changes: Partial<OneTime> = {}): OneTime {
  return {
    userId,
    kind: 'magiclink',
    link: randomUUID(),
    code: 'right',
    tries: 0,
    linkUntil: NOW + DAY,
    codeUntil: NOW + 900_000,
    redirectTo: null,
    challenge: null,
    retryAt: null,
    retries: 0,
    ...changes,
  };
}

export function factor(userId: string, changes: Partial<Factor> = {}): Factor {
  return {
    id: randomUUID(),
    userId,
    name: null,
    type: 'totp',
    verified: false,
    sealed: 'sealed',
    lastStep: 0,
    credential: null,
    createdAt: NOW,
    tries: 0,
    ...changes,
  };
}

/** A sign-in that its provider has not answered yet. */
export function flow(until: number): Flow {
  const open = { challenge: null, authCode: null, userId: null, linking: null, used: false };
  return { id: randomUUID(), provider: 'p', ...open, redirectTo: '/x', sealed: 's', until };
}

/** A flow that ended in a code. */
export function code(userId: string, authCode: string, changes: Partial<Flow> = {}): Flow {
  const ended = { provider: 'corp', challenge: 'challenge', redirectTo: null, used: true };
  return { ...flow(NOW + 300_000), ...ended, authCode, userId, ...changes };
}

/** A store opened for tests; call `store()` only inside a test. */
export interface OpenedStore {
  readonly store: () => AuthStore;
}

/** @returns a stored user; null: without an address */
export async function inserted({ store }: OpenedStore, email?: string | null): Promise<User> {
  const one = user(email);
  assert.ok(await store().users.insert(one));
  return one;
}
