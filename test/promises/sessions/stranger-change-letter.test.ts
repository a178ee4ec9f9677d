/** A stranger requests a change of his account's address to a person's: the person gets an unwanted email. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { composeLetter } from '#mail/letters/compose-letter.ts';
import type { AuthUnderTest } from '#support/auth.ts';
import { type Confirming, confirming, tokenOf, typedCode } from '#support/confirming.ts';
import { orders } from '#support/orders.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const MINUTE = 60_000;

type Client = ReturnType<AuthUnderTest['browser']>;
type Act = 'presses' | 'replies' | 'strangerPresses' | 'strangerTypes' | 'signsIn';
type Scene = {
  all: Confirming;
  person: string;
  stranger: { address: string; client: Client };
  /** The token of the email that the person's own request has sent. */
  own: string;
};

const ACTS: readonly Act[] = ['presses', 'replies', 'strangerPresses', 'strangerTypes', 'signsIn'];

/** A person who has requested an alias and has not confirmed it yet, and the emails of a stranger's change. */
async function scene(all: Confirming, number: number): Promise<Scene> {
  const { under, posted, time } = all;
  const person = `jane@home${number}.test`;
  const row = { real_email: person, alias_email: `alias-${1000 + number}@a.test` };
  await under.store.insertAlias(row);
  assert.equal(codeOf(await under.browser().signInWithOtp({ email: person })), 'ok');
  const own = tokenOf(posted.findLast(({ to }) => to === person));
  // They had an account once: their budget of emails is an owner's.
  await under.facility.letters.used(person);
  time.now += MINUTE;
  const address = `stranger@evil${number}.test`;
  const { client } = await signedIn(under, address);
  return { all, person, stranger: { address, client }, own };
}

async function act({ all, person, stranger, own }: Scene, what: Act): Promise<void> {
  const { under, posted } = all;
  const client = under.browser();
  const lastTo = (address: string) => posted.findLast(({ to }) => to === address);
  const letter = lastTo(person);
  switch (what) {
    case 'presses': {
      // Everything in the email that looks like an address, and its code as a token.
      const links = (letter === undefined ? '' : textOf(letter)).match(/https?:\/\/\S+/g) ?? [];
      assert.deepEqual(links, [], 'there is nothing to press');
      for (const type of ['email_change', 'email', 'magiclink', 'signup', 'recovery'] as const) {
        await client.verifyOtp({ type, token_hash: typedCode(letter) });
      }
      return;
    }
    case 'replies':
      // Wherever our screen has a field for a code, except the one in which the stranger requested the change.
      for (const type of ['email', 'magiclink', 'signup', 'recovery'] as const) {
        await client.verifyOtp({ type, email: person, token: typedCode(letter) });
      }
      return;
    case 'strangerPresses': {
      const token_hash = tokenOf(lastTo(stranger.address));
      await stranger.client.verifyOtp({ type: 'email_change', token_hash });
      return;
    }
    case 'strangerTypes':
      for (const email of [person, stranger.address]) {
        const token = typedCode(lastTo(stranger.address));
        await stranger.client.verifyOtp({ type: 'email_change', email, token });
        await stranger.client.verifyOtp({ type: 'email', email, token });
      }
      return;
    case 'signsIn':
      await client.verifyOtp({ type: 'email', token_hash: own });
      return;
  }
}

/** As it is sent. */
function textOf(letter: Parameters<typeof composeLetter>[0]): string {
  const head = { domain: 'a.test', id: 'one', hostname: 'mx.a.test', now: 0 };
  return Buffer.concat(composeLetter(letter, head).chunks).toString('utf8');
}

/** Whatever has happened: the person proves the address by their own email, has the alias, and the stranger has nothing. */
async function assertTheirs({ all, person, stranger }: Scene, order: string): Promise<void> {
  const { under, posted, time } = all;
  const { users } = under.facility.store;
  const { data } = await stranger.client.getUser();
  assert.equal(data.user?.email, stranger.address, order);
  assert.notEqual((await users.byEmail(person))?.id, data.user.id, order);
  time.now += MINUTE;
  const client = under.browser();
  assert.equal(codeOf(await client.signInWithOtp({ email: person })), 'ok', order);
  const token_hash = tokenOf(posted.findLast(({ to }) => to === person));
  assert.equal(codeOf(await client.verifyOtp({ type: 'email', token_hash })), 'ok', order);
  const [row] = await under.store.aliasesOf(person);
  assert.notEqual(row?.state.confirmedAt ?? null, null, order);
  await stranger.client.refreshSession();
  const path = `/rest/v1/aliases?select=*&real_email=eq.${person}&order=created_at.desc`;
  const rows = async (asking: Client) => {
    const authorization = `Bearer ${(await asking.getSession()).data.session?.access_token}`;
    return (await under.send('GET', path, undefined, { authorization })).text;
  };
  assert.match(await rows(client), /alias-\d+@a\.test/, order);
  assert.equal(await rows(stranger.client), '[]', order);
}

/** The first few orders that contain each order of any three actions. */
function ordersOfThree(acts: readonly Act[]): Act[][] {
  const seen = new Set<string>();
  return orders(acts).filter((order) => {
    const before = seen.size;
    for (const [i, first] of order.entries()) {
      for (const [j, second] of order.slice(i + 1).entries()) {
        for (const third of order.slice(i + j + 2)) seen.add([first, second, third].join());
      }
    }
    return seen.size > before;
  });
}

test('a stranger’s change of address: every press, every reply and three of them in every order leave the person’s address, alias, session and emails theirs', async () => {
  const all = await confirming(after);
  for (const [number, order] of ordersOfThree(ACTS).entries()) {
    const one = await scene(all, number);
    const asked = await one.stranger.client.updateUser({ email: one.person });
    assert.equal(codeOf(asked), 'ok', order.join());
    for (const what of order) await act(one, what);
    await assertTheirs(one, order.join());
  }
});
