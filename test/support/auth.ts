/** The session facility in memory over its own store, with the stock client; no port, no server. */

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { AuthClient } from '@supabase/auth-js';
import type {
  LetterPort,
  LetterVerdict,
  LetterWait,
  Notice,
  Requester,
  SignInLetter,
} from '#auth/letters/letter-port.ts';
import { type FacilityOptions, openFacility } from '#auth/facility.ts';
import { createOwnedAliases, type OwnedAliases } from '#auth/aliases/owned-aliases.ts';
import type { ApiOptions } from '#api/api.ts';
import { readRealAddress } from '#domains/real-address.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { StoredSigningKey } from '#store/sessions/signing-keys.ts';
import type { Alias, Store } from '#store/store.ts';
import { ANON_KEY, apiUnderTest } from './api.ts';
import { keptStore } from './database.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';
import type { After } from './temp-folder.ts';

export const PUBLIC_URL = 'http://veilpost.test';

export type AuthUnderTest = Awaited<ReturnType<typeof authUnderTest>>;

export type AuthUnderTestOptions = Partial<FacilityOptions> & {
  /** Address of the database; absent: an empty one of the kind in TEST_DATABASE. */
  database?: string;
  /** Absent: `open`. */
  ownership?: Ownership;
  /** Emails with the product's limits and texts; absent: recorded ones. */
  lettersOf?: (store: Store, aliases: OwnedAliases, now: () => number) => LetterPort;
  /** Further options of the api; those that need the store are made of it. */
  api?: Partial<ApiOptions>;
  apiOf?: (store: Store, now: () => number) => Partial<ApiOptions>;
};

/** Made once a process, sealed under the usual secret. Tests that need a foreign key open a facility with another secret. */
let signingKey: StoredSigningKey | undefined;

export async function authUnderTest(after: After, options: AuthUnderTestOptions = {}) {
  /** Milliseconds since 1970, set by the test. */
  const time = { now: Date.now() };
  const now = options.now ?? (() => time.now);
  const {
    database,
    ownership = { mode: 'open', since: undefined },
    lettersOf,
    api = {},
    apiOf = () => ({}),
    ...facilityOptions
  } = options;
  const store =
    database === undefined ? await keptStore(now) : await openStore(database, { now, log: SILENT });
  const letters = new RecordedLetters();
  /** Aliases reported to the mail engine. */
  const switched: Alias[] = [];
  const heard = (alias: Alias) => void switched.push(alias);
  const aliases = createOwnedAliases({
    store,
    ownership,
    earlier: (email) => readRealAddress(email)?.earlier ?? [],
    switched: heard,
    now,
  });
  const { signingKeys } = store.auth;
  const isOrdinary = database === undefined && facilityOptions.secrets === undefined;
  if (isOrdinary && signingKey) await signingKeys.insert({ ...signingKey, createdAt: now() }, 0);
  const facility = await openFacility({
    store: store.auth,
    secrets: ['a secret for tests'],
    publicUrl: PUBLIC_URL,
    switches: { passwords: false, anonymous: false, autoconfirm: false },
    letters: lettersOf?.(store, aliases, now) ?? letters,
    aliases,
    fetch,
    now,
    onFault: (error) => {
      throw error;
    },
    ...facilityOptions,
  });
  if (isOrdinary) signingKey ??= (await signingKeys.all())[0];
  const under = await apiUnderTest(after, {
    store,
    now,
    ownership,
    switched: heard,
    auth: { facility },
    ...api,
    ...apiOf(store, now),
  });
  /** A separate client, like another browser. @param ticket that the browser sends */
  const browser = (flowType: 'implicit' | 'pkce' = 'implicit', ticket?: string) =>
    new AuthClient({
      flowType,
      url: `${PUBLIC_URL}/auth/v1`,
      headers: {
        apikey: ANON_KEY,
        Authorization: `Bearer ${ANON_KEY}`,
        ...(ticket !== undefined && { 'x-alias-ticket': ticket }),
      },
      fetch: async (input, init) => under.api.request(input, init),
      autoRefreshToken: false,
      persistSession: false,
    });
  return { ...under, facility, time, letters, switched, browser };
}

/** Recorded emails; nothing is sent. */
export class RecordedLetters implements LetterPort {
  readonly sent: SignInLetter[] = [];
  readonly notices: { notice: Notice; to: string }[] = [];
  readonly usedBy: string[] = [];
  readonly requestedBy: Requester[] = [];
  readonly declinedBy: { address: string; isOwner: boolean }[] = [];
  /** The outcome of the next emails. */
  wait: LetterWait | undefined;
  verdict: LetterVerdict = 'accepted';
  busy = false;
  readonly #events = new EventEmitter();

  async spend(_: readonly string[], requester: Requester): Promise<LetterWait | undefined> {
    this.requestedBy.push(requester);
    return this.wait;
  }

  isBusy(): boolean {
    return this.busy;
  }

  async send(letter: SignInLetter): Promise<LetterVerdict> {
    this.sent.push(letter);
    this.#events.emit('sent');
    return this.verdict;
  }

  async used(address: string): Promise<void> {
    this.usedBy.push(address);
  }

  async declined(address: string, isOwner: boolean): Promise<void> {
    this.declinedBy.push({ address, isOwner });
  }

  async sendAgain(): Promise<void> {}

  notify(notice: Notice, to: string): void {
    this.notices.push({ notice, to });
  }

  /** The latest email to an address, once there is one. */
  async to(address: string): Promise<SignInLetter> {
    for (;;) {
      const letter = this.sent.findLast(({ to }) => to === address);
      if (letter !== undefined) return letter;
      await once(this.#events, 'sent');
    }
  }
}

type Sent = { body?: string; from?: string; headers?: Record<string, string> };

/** A request from an IP address, with the length that browsers send. */
export async function post(
  { api }: AuthUnderTest,
  path: string,
  { body = '', from = '203.0.113.7', headers = {} }: Sent,
): Promise<{ status: number; cookie: string }> {
  const all = {
    apikey: ANON_KEY,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const peer = { incoming: { socket: { remoteAddress: from } } };
  const answer = await api.request(path, { method: 'POST', headers: all, body }, peer);
  await answer.text();
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** A request for an email. */
export const asked = (
  under: AuthUnderTest,
  sent: Omit<Sent, 'body'> = {},
  email = 'jane@mailbox.test',
) => post(under, '/auth/v1/otp', { ...sent, body: JSON.stringify({ email }) });

/** The button on the page of a letter's link. @param site of the page that has sent the form */
export const pressed = async (
  { api }: AuthUnderTest,
  token: string,
  fields: Record<string, string> = {},
  site = 'same-origin',
): Promise<Response> =>
  api.request('/auth/v1/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    body: new URLSearchParams({ token, type: 'magiclink', ...fields }).toString(),
  });

/** A code challenge (RFC 7636 section 4.2), as calls name it. */
export const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
});
