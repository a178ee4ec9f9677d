/** The owner of a confirmed alias in an api in memory, their calls, and on demand several aliases. */

import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { type AuthUnderTest, authUnderTest, type AuthUnderTestOptions } from './auth.ts';
import type { Answer, Send } from './api.ts';
import { newSession } from './signed-in.ts';
import type { After } from './temp-folder.ts';
import { createManyAliases, type ManyAliases } from '#auth/aliases/many-aliases.ts';
import { noteSealing } from '#auth/aliases/alias-label.ts';
import { isObject } from '#api/body.ts';
import { NewCorrespondents, NO_CORRESPONDENT_LIMIT } from '#api/functions/new-correspondents.ts';
import type { OwnersReplies } from '#api/functions/function-call.ts';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import type { Store } from '#store/store.ts';

export const JANE = 'jane@mailbox.test';

export type Owner = Awaited<ReturnType<typeof ownerOf>>;

export async function ownerOf(after: After, options: AuthUnderTestOptions = {}) {
  const ownership = { mode: 'confirmed', since: 1 } as const;
  const under = await authUnderTest(after, { ownership, ...options });
  const row = { real_email: JANE, alias_email: 'alias-1000@a.test' };
  const made = await under.store.insertAlias(row);
  assert.ok(made.kind === 'created');
  // The access token, and the stock client in the owner's session.
  const { userId, token, visitor } = await newSession(under, JANE);
  // In `open` the session confirms nothing.
  await under.store.owners.confirm(JANE, under.time.now);
  under.switched.length = 0;
  const authorization = `Bearer ${token}`;
  /** A call with the owner's session, and with the given headers. */
  const call: Send = (method, path, body, headers = {}) =>
    under.send(method, path, body, { authorization, ...headers });
  return { under, alias: made.alias, userId, token, visitor, call };
}

/** The token of another session of a user. */
export const newToken = async (
  under: Pick<AuthUnderTest, 'facility' | 'browser'>,
  email: string,
): Promise<string> => (await newSession(under, email)).token;

/** Sets up an authenticator app. @returns the tokens of the session that has shown it, and of one that has not */
export async function withSecondFactor({
  under,
  visitor,
}: Owner): Promise<{ raised: string; below: string }> {
  const { client } = await visitor();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  assert.ok(data);
  const code = generateSync({ secret: data.totp.secret, epoch: Math.floor(under.time.now / 1000) });
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  assert.equal(error, null);
  const raised = (await client.getSession()).data.session?.access_token ?? assert.fail();
  return { raised, below: await newToken(under, JANE) };
}

export const SECRET = 'a secret for tests';

type Change = Partial<Parameters<typeof createManyAliases>[0]>;

export function manyAliasesOf(store: Store, now: () => number, change: Change = {}): ManyAliases {
  return createManyAliases({
    store,
    domains: ['a.test', 'b.test'],
    perOwner: 3,
    sealing: noteSealing([SECRET]),
    spend: async () => 0,
    lastArrivals: () => [],
    writeHistory: async () => {},
    switched: () => {},
    now,
    ...change,
  });
}

/** @param change of the module's options; `perOwner` is 3 otherwise */
export function severalAliases(
  after: After,
  change: Change = {},
  options: AuthUnderTestOptions = {},
): Promise<Owner> {
  return ownerOf(after, {
    ...options,
    apiOf: (store, now) => ({
      manyAliases: manyAliasesOf(store, now, change),
      noteSealing: noteSealing([SECRET]),
    }),
  });
}

/** The aliases in the answer of GET functions/v1/aliases. */
export function listed({ json }: Answer): Record<string, unknown>[] {
  return Array.isArray(json.aliases) ? json.aliases.filter(isObject) : [];
}

/**
 * The replies of owners, for an api in memory.
 * @param store counts new correspondents; absent: they are not counted
 */
export function ownersReplies(
  store?: { auth: Pick<Store['auth'], 'letterBudget'> },
  now: () => number = Date.now,
): OwnersReplies & { addresses: ReplyAddresses } {
  const { reply, log } = deriveKeys([SECRET]);
  const domains = { bounceDomain: 'b.a.test', aliasDomains: ['a.test'] };
  return {
    addresses: new ReplyAddresses({ keys: reply, ...domains, now }),
    newCorrespondents: store
      ? new NewCorrespondents({ store: store.auth.letterBudget, keys: [log], now })
      : NO_CORRESPONDENT_LIMIT,
  };
}
