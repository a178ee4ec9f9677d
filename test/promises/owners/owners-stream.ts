/**
 * A process in which visitors and owners are busy without pause: aliases are made, confirmed, switched, paused, moved
 * to another address and deleted, and the history of messages is written. It ends by itself when the file, because it was moved,
 * does not accept writes any more. Arguments: the database address, the first number, and the number of existing
 * aliases, from old1000@example.org on, which it changes too.
 */

import { writeSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { session, user } from '#store/sessions/auth-rows.fixture.ts';
import { type Alias, type Store, StoreUnavailable } from '#store/store.ts';
import { SILENT } from '#support/silent-log.ts';

const AT_ONCE = 6;

const [databaseUrl = '', first = '', old = '0'] = process.argv.slice(2);
const store: Store = await openStore(databaseUrl, { now: Date.now, log: SILENT });

let next = Number(first);
let ended = false;
const steps = { made: 0, confirmed: 0, moved: 0, deleted: 0, refused: 0 };

await Promise.all(Array.from({ length: AT_ONCE }, stream));
writeSync(1, `${JSON.stringify(steps)}\n`);
await store.close();

async function stream(): Promise<void> {
  while (!ended) {
    const number = next;
    next += 1;
    try {
      await oneAlias(number);
      if (number < Number(first) + Number(old)) await anOldAlias(number);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      steps.refused += 1;
      // A moved file fails permanently; a lock that lasted too long is temporary.
      ended = /migrated to another one/.test(String(error.cause));
    }
    if (number === Number(first) + 100) writeSync(1, 'busy\n');
  }
}

/** One of the existing aliases; each is reached once, in a fixed order. */
async function anOldAlias(number: number): Promise<void> {
  const real_email = `old${1000 + ((number * 4111) % Number(old))}@example.org`;
  const [found] = await store.aliasesOf(real_email);
  if (found) await used(found.alias, number);
}

/** The changes to an alias, by its number. */
async function oneAlias(number: number): Promise<void> {
  const real_email = `real${number}@example.org`;
  const alias_email = `alias-${number}@a.test`;
  const birth = { ticket: `${number}`.padStart(64, '0'), confirmedAt: null };
  const insertion = await store.insertAlias({ real_email, alias_email }, birth);
  if (insertion.kind !== 'created') throw new Error(`alias-${number} is ${insertion.kind}`);
  steps.made += 1;
  if (number % 2 === 0) await used(insertion.alias, number);
}

/** An API key, with its user and the session that makes it, which is then refreshed. */
async function keyOf(id: string, number: number, now: number): Promise<void> {
  const { users, sessions, apiKeys } = store.auth;
  await users.insert(user(`key${number}@example.org`, { id, confirmedAt: now, createdAt: now }));
  const by = session(id, { id, createdAt: now, refreshedAt: now });
  await sessions.insert(by);
  const key = { hash: `hash ${number}`, name: `key ${number}`, scope: 'create' } as const;
  const row = { id, userId: id, ...key, madeAt: now, usedAt: null };
  await apiKeys.insert(row, { sessionId: by.id, most: 10 });
  await sessions.advance(by.id, by.counter, now + 1, 0);
}

async function used({ id, real_email, alias_email }: Alias, number: number): Promise<void> {
  const now = Date.now();
  const { owners, history, complaints, senders, notes, plans } = store;
  await owners.confirm(real_email, now);
  steps.confirmed += 1;
  await store.setActive(id, number % 4 === 0, 'anybody');
  await owners.change(id, { pausedUntil: number % 6 === 0 ? now + number : null }, real_email);
  if (number % 14 === 0) await owners.change(id, { endsAt: now + number * 1000 }, real_email);
  if (number % 10 === 0) await owners.change(id, { replyBody: 'refuse' }, real_email);
  if (number % 10 === 0) await owners.change(id, { knownOnly: true }, real_email);
  if (number % 6 === 0) await senders.note([{ aliasId: id, sender: `seen ${number}`, at: now }]);
  const rule = { rule: 'blocked', name: `sealed ${number}` } as const;
  if (number % 12 === 0) await senders.setRule(id, [`blocked ${number}`], rule, now);
  if (number % 6 === 0) await notes.change(id, { note: `sealed ${number}` }, real_email, now);
  if (number % 10 === 0) await plans.set(real_email, (number % 500) + 1);
  if (number % 10 === 0) await keyOf(id, number, now);
  await history.addDelivered([{ aliasId: id, day: 0, delivered: number }]);
  const mail = { kind: 'refused', domain: 'b.test', reason: 'full', code: 552, host: null };
  if (number % 6 === 0) await history.add([{ aliasId: id, at: now, ...mail }]);
  if (number % 6 === 0) await complaints.add(alias_email, now);
  if (number % 4 !== 0) return;
  // Most move to a former address of another alias.
  const name = real_email.startsWith('old') ? 'old-moved' : 'moved';
  const to = `${name}${number % 8 === 0 ? number : number - 4}@example.org`;
  const { kind } = await owners.moveAddress(real_email, to, now, 0);
  if (kind === 'moved') steps.moved += 1;
  if (number % 8 !== 0) return;
  // The next alias may reuse a freed row of the file.
  if (await owners.deleteAlias(id, to, now)) steps.deleted += 1;
}
