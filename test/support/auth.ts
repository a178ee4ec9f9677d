/** The session facility in memory over a store of its own, and the stock client that speaks to it; no port, no server. */

import { AuthClient } from '@supabase/auth-js';
import type { Letter, LetterPort, LetterVerdict, LetterWait, Notice } from '#auth/letter-port.ts';
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
  letters: RecordedLetters;
  /** A client of its own, as another browser has it. */
  browser: (flowType?: 'implicit' | 'pkce') => InstanceType<typeof AuthClient>;
};

/** @param after the hook of the test or suite that owns it */
export async function authUnderTest(
  after: (cleanUp: () => Promise<void> | void) => void,
  options: Partial<FacilityOptions> & {
    /** Address of the database; absent: an empty one, as TEST_DATABASE says. */
    database?: string;
  } = {},
): Promise<AuthUnderTest> {
  const time = { now: Date.now() };
  const now = options.now ?? (() => time.now);
  const { database = await testDatabase(after), ...facilityOptions } = options;
  const store = await openStore(database, { now, log: SILENT });
  const letters = new RecordedLetters();
  const facility = await openFacility({
    store: store.auth,
    secrets: ['a secret for tests'],
    publicUrl: PUBLIC_URL,
    switches: { passwords: false, anonymous: false, autoconfirm: false },
    signingKeys: undefined,
    letters,
    fetch,
    now,
    onFault: (error) => {
      throw error;
    },
    ...facilityOptions,
  });
  const under = await apiUnderTest(after, { store, now, auth: { facility } });
  const browser = (flowType: 'implicit' | 'pkce' = 'implicit') =>
    new AuthClient({
      flowType,
      url: `${PUBLIC_URL}/auth/v1`,
      headers: { apikey: ANON_KEY, Authorization: `Bearer ${ANON_KEY}` },
      fetch: async (input, init) => under.api.request(input, init),
      autoRefreshToken: false,
      persistSession: false,
    });
  return { ...under, facility, time, letters, browser };
}

/** Letters as a test reads them; nothing is sent. */
export class RecordedLetters implements LetterPort {
  readonly sent: Letter[] = [];
  readonly notices: { notice: Notice; to: string }[] = [];
  readonly usedBy: string[] = [];
  /** What the next letters meet. */
  wait: LetterWait | undefined;
  verdict: LetterVerdict = 'accepted';
  #heard = () => {};

  async spend(): Promise<LetterWait | undefined> {
    return this.wait;
  }

  async send(letter: Letter): Promise<LetterVerdict> {
    this.sent.push(letter);
    this.#heard();
    return this.verdict;
  }

  async used(address: string): Promise<void> {
    this.usedBy.push(address);
  }

  notify(notice: Notice, to: string): void {
    this.notices.push({ notice, to });
  }

  /** The latest letter to an address, once there is one. */
  async to(address: string): Promise<Letter> {
    for (;;) {
      const letter = this.sent.findLast(({ to }) => to === address);
      if (letter !== undefined) return letter;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#heard = resolve;
      await promise;
    }
  }
}
