/** CPU of access tokens, in one process: a call with a remembered one, and the verification of a new one. */

import { type KeyObject, verify } from 'node:crypto';
import { createApi } from '#api/api.ts';
import { AccessTokens, type Verified } from '#auth/access-token.ts';
import type { Facility } from '#auth/facility.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import type { Store } from '#store/store.ts';
import { SILENT } from '#support/silent-log.ts';
import { benchFacility, PUBLIC_URL } from './facility.ts';
import { forgedFrom } from './refreshes.ts';

/** Each measures itself, in microseconds of CPU for one call. */
type Costs = { ours: () => Promise<number>; peer: () => Promise<number> };

const KEY = 'key';
const CALLS = 10_000;
const TOKENS = 900;

/** Recognizes a token without verification. */
class Believing extends AccessTokens {
  readonly #known: Verified;
  constructor(options: ConstructorParameters<typeof AccessTokens>[0], known: Verified) {
    super(options);
    this.#known = known;
  }
  override async read(): Promise<Verified> {
    return this.#known;
  }
}

/** GET user with a token that was verified before, and the same call without verification. */
export async function rememberedToken(store: Store): Promise<Costs> {
  const facility = await benchFacility(store);
  const token = await signUp(callsOf(store, facility));
  const known = await facility.tokens.read(token);
  if (known === undefined) throw new Error('The token is not valid.');
  const { keys, now } = facility;
  const believing = new Believing({ keys, issuer: `${PUBLIC_URL}/auth/v1`, now }, known);
  const ours = callsOf(store, facility);
  const without = callsOf(store, { ...facility, tokens: believing });
  return {
    ours: () => cpuOf(CALLS, () => getUser(ours, token)),
    peer: () => cpuOf(CALLS, () => getUser(without, token)),
  };
}

/** New tokens, against `crypto.verify` of the same signatures. */
export async function newToken(store: Store): Promise<Costs> {
  const facility = await benchFacility(store);
  const { kid } = await facility.keys.signing();
  const key = (await facility.keys.find(kid))?.key;
  const tokens = async () => {
    const all: string[] = [];
    for (let n = 0; n < TOKENS; n += 1) all.push(await tokenOf(facility, n));
    return all.values();
  };
  return {
    ours: async () => {
      const all = await tokens();
      return cpuOf(TOKENS, async () => {
        const read = await facility.tokens.read(all.next().value ?? '');
        if (read === undefined) throw new Error('The token is not valid.');
      });
    },
    peer: async () => {
      const all = await tokens();
      return cpuOf(TOKENS, async () => bareVerification(all.next().value ?? '', key));
    },
  };
}

/** The refusal of a forged refresh token, and the look-up that its MAC saves. */
export async function refusedToken(store: Store) {
  const { auth } = store;
  const { sessions } = await benchFacility(store);
  const person = user(null);
  await auth.users.insert(person);
  const begun = await sessions.begin(person.id, 'otp');
  const forged = forgedFrom(sessions.tokenOf(begun));
  return {
    ours: async () => {
      if ((await sessions.refresh(forged)).kind !== 'refused') throw new Error('It was believed.');
    },
    peer: async () => {
      if ((await auth.sessions.find(begun.id)) === undefined) throw new Error('It is gone.');
    },
  };
}

type Calls = ReturnType<typeof createApi>;

const callsOf = (store: Store, facility: Facility): Calls =>
  createApi({
    store,
    space: { domains: ['bench.test'], numbers: { first: 1000, last: 9999 } },
    anonKey: KEY,
    now: Date.now,
    log: SILENT,
    mailHost: 'mx.invalid',
    bounceDomain: 'b.invalid',
    auth: { facility },
  });

async function signUp(calls: Calls): Promise<string> {
  const headers = { apikey: KEY, 'content-type': 'application/json' };
  const answer = await calls.request('/auth/v1/signup', { method: 'POST', headers, body: '{}' });
  return /"access_token":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
}

async function getUser(calls: Calls, token: string): Promise<void> {
  const headers = { apikey: KEY, authorization: `Bearer ${token}` };
  const answer = await calls.request('/auth/v1/user', { headers });
  await answer.text();
  if (answer.status !== 200) throw new Error(`GET user was answered ${answer.status}.`);
}

async function tokenOf({ tokens }: Facility, n: number): Promise<string> {
  const { token } = await tokens.write({
    sub: `user-${n}`,
    email: `visitor${n}@example.org`,
    phone: '',
    app_metadata: {},
    user_metadata: {},
    aal: 'aal1',
    amr: [{ method: 'otp', timestamp: n }],
    session_id: `session-${n}`,
    is_anonymous: false,
  });
  return token;
}

/** RFC 7518 section 3.4: r and s, one after the other. */
function bareVerification(token: string, key: KeyObject | undefined): void {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (key === undefined) throw new Error('There is no key.');
  const signed = Buffer.from(`${header}.${payload}`);
  const octets = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, octets)) {
    throw new Error('The signature is not valid.');
  }
}

async function cpuOf(times: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / times;
}
