import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { testDatabase } from '#support/database.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { rounds } from '#support/seeded-random.ts';
import { latestMail, ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { codeOf } from '#support/signed-in.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KEY = 'public-anonymous-key';
const ticketOf = (number: number) => String(number).padStart(43, 't');

const ROUNDS = rounds(1);
const SETTINGS = { ANON_KEY: KEY, OWNERSHIP: 'confirmed', RATE_LIMITS: 'off' };

/** The service's database, as another process opens it. */
async function openedBeside(DATABASE_URL: string): Promise<Store> {
  const store = await openStore(DATABASE_URL, { now: Date.now, log: SILENT });
  after(() => store.close());
  return store;
}

const authClient = (http: string) =>
  new AuthClient({ url: `${http}/auth/v1`, headers: { apikey: KEY }, persistSession: false });

/** The screen's steps: takes an alias with a ticket, and requests the email. */
async function takeAlias(http: string, number: number): Promise<string> {
  const email = `person${number}@mailbox.test`;
  const headers = { apikey: KEY, 'x-real-email': email, 'x-alias-ticket': ticketOf(number) };
  const table = new PostgrestClient(`${http}/rest/v1`, { headers }).from('aliases');
  const row = { real_email: email, alias_email: `alias-${number}@alias.localhost`, active: true };
  const { error } = await table.insert(row).select();
  assert.equal(error, null);
  assert.equal(codeOf(await authClient(http).signInWithOtp({ email })), 'ok');
  return email;
}

const tokenIn = (mail: string) => /#confirm=([\w-]{43})/.exec(mail)?.[1] ?? '';

async function stateOf(store: Store, email: string) {
  const [row] = await store.aliasesOf(email);
  return row?.state ?? assert.fail('the alias is missing');
}

test('a scanner that requests every link of the email, by every method, confirms and ends nothing', async (t) => {
  const DATABASE_URL = await testDatabase(after);
  const { running } = await nodeInProcess(t, { ...SETTINGS, DATABASE_URL });
  t.after(() => running.close());
  const addresses = addressesOf(running);
  const { http } = addresses;
  const store = await openedBeside(DATABASE_URL);
  const email = await takeAlias(http, 1000);
  const mail = await latestMail(addresses, email);
  assert.ok(mail.includes('Confirm your address for alias-1000@alias.localhost'));
  const token = tokenIn(mail);
  const link = `${http}/#confirm=${token}`;
  assert.ok(mail.includes(`<a href="${link}" target="_blank"`), 'a click leads there');
  const tried = [
    link,
    link.replace('#', '?'),
    link.replace('#', ''),
    link.replace('#', '%23'),
    `${http}/auth/v1/verify?type=email&token=${token}`,
    `${http}/auth/v1/verify?type=magiclink&token_hash=${token}`,
    `${http}/functions/v1/not-me?token_hash=${token}`,
    `${http}/functions/v1/device-code?token_hash=${token}`,
  ];
  const form = new URLSearchParams({ token, token_hash: token, type: 'email' });
  for (const address of tried) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const { status } = await fetch(address, { method, redirect: 'manual' });
      assert.ok(status < 500, `${method} ${status}`);
    }
    // A scanner that presses buttons, but is not a browser on our own page.
    assert.notEqual((await fetch(address, { method: 'POST', body: form })).status, 303);
  }
  assert.equal((await stateOf(store, email)).confirmedAt, null);
  const { error } = await authClient(http).verifyOtp({ type: 'email', token_hash: token });
  assert.equal(error, null);
  assert.notEqual((await stateOf(store, email)).confirmedAt, null);
});

test('a process that is killed between the click and its answer has confirmed an alias or not, never partly; the link then works, or is used and has confirmed it', async () => {
  const environment = { ...SETTINGS, DATABASE_URL: await testDatabase(after) };
  const folder = tempFolder(after);
  const start = async () => {
    const service = ServiceProcess.start(after, folder, environment);
    return { service, addresses: await service.addresses() };
  };
  let { service, addresses } = await start();
  const store = await openedBeside(environment.DATABASE_URL);
  for (let round = 0; round < ROUNDS; round++) {
    const people: { email: string; token: string }[] = [];
    for (let i = 0; i < 4; i++) {
      const number = 2000 + 10 * round + i;
      const email = await takeAlias(addresses.http, number);
      people.push({ email, token: tokenIn(await latestMail(addresses, email)) });
    }
    const url = `${addresses.http}/auth/v1/verify`;
    const click = async (token: string) => {
      const body = JSON.stringify({ type: 'email', token_hash: token });
      const headers = { apikey: KEY, 'content-type': 'application/json' };
      try {
        const answer = await fetch(url, { method: 'POST', headers, body });
        return answer.status;
      } catch {
        return undefined;
      }
    };
    const clicks = people.map(({ token }) => click(token));
    // At the first kill the answer of one click has come.
    await Promise.all(clicks.slice(0, (round + 1) % 3));
    await service.kill();
    const statuses = await Promise.all(clicks);
    ({ service, addresses } = await start());
    for (const [i, { email, token }] of people.entries()) {
      const { confirmedAt, ticket } = await stateOf(store, email);
      if (confirmedAt !== null) assert.equal(ticket, null, 'it dies with the confirmation');
      if (statuses[i] === 200) assert.notEqual(confirmedAt, null);
      const proof = { type: 'email', token_hash: token } as const;
      const again = await authClient(addresses.http).verifyOtp(proof);
      assert.match(codeOf(again), /^(?:ok|otp_expired)$/);
      // The alias is confirmed before the link is used up: killed in between, the link works once more.
      const used = codeOf(again) === 'otp_expired';
      if (used) assert.notEqual(confirmedAt, null, 'a used link has confirmed its alias');
      assert.notEqual((await stateOf(store, email)).confirmedAt, null);
    }
  }
});
