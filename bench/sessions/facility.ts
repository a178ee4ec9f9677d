/** The session facility as the product opens it, with anonymous users, who wait for no letter. */

import { type Facility, openFacility } from '#auth/facility.ts';
import type { LetterPort } from '#auth/letter-port.ts';
import { OwnedAliases } from '#auth/owned-aliases.ts';
import type { Store } from '#store/store.ts';

export const PUBLIC_URL = 'http://bench.test';
export const SECRET = 'a secret for the bench';

/** Anonymous users get no letters. */
const none = () => {
  throw new Error('No letter is measured here.');
};
const NO_LETTERS: LetterPort = {
  spend: none,
  send: none,
  used: none,
  declined: none,
  sendAgain: none,
  notify: none,
};

export function benchFacility(store: Store): Promise<Facility> {
  return openFacility({
    store: store.auth,
    secrets: [SECRET],
    publicUrl: PUBLIC_URL,
    switches: { passwords: false, anonymous: true, autoconfirm: true },
    signingKeys: undefined,
    letters: NO_LETTERS,
    aliases: new OwnedAliases({
      store,
      ownership: { mode: 'open', since: undefined },
      earlier: () => [],
      switched: none,
      now: Date.now,
    }),
    fetch,
    now: Date.now,
    onFault: (error) => console.error(error),
  });
}
