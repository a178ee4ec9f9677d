/** The session facility in memory over a store of its own, and the stock client that speaks to it; no port, no server. */

import { AuthClient } from '@supabase/auth-js';
import { type Facility, type FacilityOptions, openFacility } from '#auth/facility.ts';
import { ANON_KEY, type ApiUnderTest, apiUnderTest } from './api.ts';
import { testDatabase } from './database.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';

export const PUBLIC_URL = 'http://veilpost.test';

export type AuthUnderTest = ApiUnderTest & {
  facility: Facility;
  /** Milliseconds since 1970, which the test moves. */
  time: { now: number };
  /** A client of its own, as another browser has it. */
  browser: () => InstanceType<typeof AuthClient>;
};

/** @param after the hook of the test or suite that owns it */
export async function authUnderTest(
  after: (cleanUp: () => Promise<void> | void) => void,
  options: Partial<FacilityOptions> = {},
): Promise<AuthUnderTest> {
  const time = { now: Date.now() };
  const now = () => time.now;
  const store = await openStore(await testDatabase(after), { now, log: SILENT });
  const facility = await openFacility({
    store: store.auth,
    secrets: ['a secret for tests'],
    publicUrl: PUBLIC_URL,
    switches: { passwords: false, anonymous: false, autoconfirm: false },
    signingKeys: undefined,
    now,
    ...options,
  });
  const under = await apiUnderTest(after, { store, now, auth: { facility } });
  const browser = () =>
    new AuthClient({
      url: `${PUBLIC_URL}/auth/v1`,
      headers: { apikey: ANON_KEY, Authorization: `Bearer ${ANON_KEY}` },
      fetch: async (input, init) => under.api.request(input, init),
      autoRefreshToken: false,
      persistSession: false,
    });
  return { ...under, facility, time, browser };
}
