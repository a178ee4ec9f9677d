import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Confirming, confirming, tokenOf } from '#support/confirming.ts';
import { codeOf } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const ask = async ({ under }: Confirming, email: string): Promise<string> =>
  codeOf(await under.browser().signInWithOtp({ email }));

/** An installation, and an owner who has used an email. */
async function withOwner(): Promise<Confirming> {
  const all = await confirming(after);
  await all.under.store.insertAlias({ real_email: JANE, alias_email: 'alias-1000@a.test' });
  assert.equal(await ask(all, JANE), 'ok');
  const proof = { type: 'email', token_hash: tokenOf(all.posted[0]) } as const;
  assert.equal(codeOf(await all.under.browser().verifyOtp(proof)), 'ok');
  all.time.now += DAY;
  all.posted.length = 0;
  return all;
}

test('emails to invented addresses of a company do not block emails to its owners', async () => {
  const all = await withOwner();
  for (let i = 0; i < 30; i++) assert.equal(await ask(all, `invented${i}@mailbox.test`), 'ok');
  assert.equal(await ask(all, 'joe@mailbox.test'), 'over_email_send_rate_limit');
  assert.equal(await ask(all, JANE), 'ok');
});
