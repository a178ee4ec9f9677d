/** The single UPDATE of a refresh: through HTTP with nothing around it, by the store alone, and by a plain client. */

import { DatabaseSync } from 'node:sqlite';
import type { Context } from 'hono';
import postgres from 'postgres';
import { session, user } from '#store/sessions/auth-rows.fixture.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import type { AuthSession } from '#store/sessions/sessions.ts';
import { type Result, runHttpLoad, runLoad } from '../store/http-load.ts';
import type { Subject } from '../store/subjects.ts';
import { post, type Shape } from './refreshes.ts';

type Many = Omit<Shape, 'port'>;
type Update = (one: AuthSession) => Promise<AuthSession | undefined>;

/** More than the number of concurrent calls. */
const SESSIONS = 1000;
const PATH = '/bench/update';

/** @returns a function that advances one session after the other */
async function turns(store: AuthStore, update: Update): Promise<() => Promise<void>> {
  const waiting: AuthSession[] = [];
  await Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      const person = user(null);
      const one = session(person.id);
      await store.users.insert(person);
      await store.sessions.insert(one);
      waiting.push(one);
    }),
  );
  return async () => {
    const one = waiting.shift();
    const advanced = one && (await update(one));
    if (advanced === undefined) throw new Error('No session advanced.');
    waiting.push(advanced);
  };
}

/** One row, found by its id, durable, and returned: a refresh without reading the session's user. */
const byStore =
  ({ sessions }: AuthStore): Update =>
  (one) =>
    sessions.setMethods(one.id, one, Date.now());

/** A call that reads its body, makes the UPDATE and answers a few words. */
export async function updateCall(store: AuthStore) {
  const turn = await turns(store, byStore(store));
  const answer = async (c: Context) => {
    await c.req.json();
    await turn();
    return c.json({ updated: true });
  };
  return { path: PATH, answer };
}

/** @param refreshToken gives the load the octets of a refresh */
export const updatesThroughHttp = (shape: Shape, refreshToken: string): Promise<Result> =>
  runHttpLoad({
    ...shape,
    expected: 200,
    next: () => post(PATH, { refresh_token: refreshToken }),
  });

export async function updatesByStore(store: AuthStore): Promise<(many: Many) => Promise<Result>> {
  const turn = await turns(store, byStore(store));
  return ({ connections, requests }) => runLoad(connections, requests, turn);
}

/** The minimal code; on the embedded database each UPDATE has a flush of its own. */
export async function updatesByPlainClient(
  { url }: Subject,
  store: AuthStore,
  after: (cleanUp: () => Promise<void> | void) => void,
): Promise<(many: Many) => Promise<Result>> {
  const [start, end] = [
    'UPDATE auth_sessions SET counter = counter + 1, refreshed_at =',
    'RETURNING *',
  ];
  const plain = url.startsWith('sqlite:') ? inFile() : onServer();
  const turn = await turns(store, async (one) => {
    await plain(one);
    return { ...one, counter: one.counter + 1 };
  });
  return ({ connections, requests }) => runLoad(connections, requests, turn);

  function inFile() {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 5000 });
    db.exec('PRAGMA synchronous = FULL');
    after(() => db.close());
    const update = db.prepare(`${start} ? WHERE id = ? AND counter = ? ${end}`);
    return async (one: AuthSession) => expectOne(update.all(Date.now(), one.id, one.counter));
  }

  function onServer() {
    const four = postgres(url, { max: 4, fetch_types: false });
    after(() => four.end());
    const update = `${start} $1 WHERE id = $2 AND counter = $3 ${end}`;
    return async ({ id, counter }: AuthSession) =>
      expectOne(await four.unsafe(update, [Date.now(), id, counter], { prepare: true }));
  }
}

function expectOne(rows: readonly unknown[]): void {
  if (rows.length !== 1) throw new Error('The plain client updated no session.');
}
