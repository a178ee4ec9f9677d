/** The session facility as the product opens it, with anonymous users, whom no letter delays. */

import { type Facility, openFacility } from '#auth/facility.ts';
import type { LetterPort } from '#auth/letter-port.ts';
import type { AuthStore } from '#store/auth/auth-store.ts';

export const PUBLIC_URL = 'http://bench.test';
export const SECRET = 'a secret for the bench';

/** Anonymous users get no letters. */
const none = () => {
  throw new Error('No letter is measured here.');
};
const NO_LETTERS: LetterPort = { spend: none, send: none, used: none, notify: none };

export function benchFacility(store: AuthStore): Promise<Facility> {
  return openFacility({
    store,
    secrets: [SECRET],
    publicUrl: PUBLIC_URL,
    switches: { passwords: false, anonymous: true, autoconfirm: true },
    signingKeys: undefined,
    letters: NO_LETTERS,
    fetch,
    now: Date.now,
    onFault: (error) => console.error(error),
  });
}
