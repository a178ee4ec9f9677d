/** An installation in memory in `confirmed`: its emails are counted and composed as in the product, and recorded. */

import assert from 'node:assert/strict';
import { earlierAddressReader } from '#auth/tokens/earlier-address.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { LetterBudget } from '#auth/letters/letter-budget.ts';
import { Letters } from '#auth/letters/letters.ts';
import { OneTimeCodes } from '#auth/tokens/one-time-codes.ts';
import type { Letter } from '#rules/letter.ts';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import type { Ownership } from '#rules/ownership.ts';
import { authUnderTest, type AuthUnderTestOptions, PUBLIC_URL } from './auth.ts';
import { testDatabase } from './database.ts';
import { codeOf, type Visitor } from './signed-in.ts';
import type { After } from './temp-folder.ts';

export type Confirming = Awaited<ReturnType<typeof confirming>>;

export const SECRETS = ['a secret for tests'];

/** @param api its further options */
export async function confirming(
  after: After,
  count = 1,
  api: NonNullable<AuthUnderTestOptions['api']> = {},
) {
  const senders: Letters[] = [];
  /** Resolves when no node is sending an email. */
  const settled = async () => void (await Promise.all(senders.map((one) => one.settled())));
  // An email may be sent after the response, and needs the database.
  after(settled);
  const database = await testDatabase(after);
  /** Milliseconds since 1970, for all nodes. */
  const time = { now: Date.now() };
  /** Sent emails of all nodes, oldest first. */
  const posted: Letter[] = [];
  /** A node on the same database in another mode. */
  const nodeOf = (ownership: Ownership) =>
    authUnderTest(after, {
      database,
      ownership,
      now: () => time.now,
      secrets: SECRETS,
      api,
      lettersOf({ auth: store }, aliases, now) {
        const keys = deriveAuthKeys(SECRETS);
        const counts = { store: store.letterBudget, keys: keys.address };
        const letters = new Letters({
          store,
          budget: new LetterBudget({ ...counts, limits: LETTER_LIMITS, now }),
          aliases,
          earlierAddress: earlierAddressReader(keys.seal),
          codes: new OneTimeCodes({ store: store.oneTime, keys: keys.once, now }),
          site: PUBLIC_URL,
          async post(letter) {
            posted.push(letter);
            return { kind: 'accepted' };
          },
          now,
          after: () => {},
          onFault(error) {
            throw error;
          },
        });
        senders.push(letters);
        return letters;
      },
    });
  const ownership: Ownership = { mode: 'confirmed', since: time.now };
  const under = await nodeOf(ownership);
  const nodes = [under];
  while (nodes.length < count) nodes.push(await nodeOf(ownership));
  return { database, under, nodes, posted, time, settled, nodeOf };
}

/** The token in the link of an email; empty without a link. */
export const tokenOf = (letter: Letter | undefined): string =>
  letter !== undefined && 'link' in letter
    ? (/(?:#confirm|token)=([\w-]{43})$/.exec(letter.link)?.[1] ?? '')
    : '';

/** The code of an email; empty without one. */
export const typedCode = (letter: Letter | undefined): string =>
  letter !== undefined && 'code' in letter ? letter.code : '';

/** Presses the link to the earlier address, and types the code to the new one. @returns the answer to the latter */
export async function agree(
  { posted }: Confirming,
  client: Visitor['client'],
  earlier: string,
  email: string,
): Promise<string> {
  const token_hash = tokenOf(posted.findLast(({ to }) => to === earlier));
  assert.equal(codeOf(await client.verifyOtp({ type: 'email_change', token_hash })), 'ok');
  const token = typedCode(posted.findLast(({ to }) => to === email));
  return codeOf(await client.verifyOtp({ type: 'email_change', email, token }));
}
