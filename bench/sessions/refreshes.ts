/** Refreshes through HTTP, and refresh tokens that somebody forged. */

import { randomUUID } from 'node:crypto';
import type { AuthStore } from '#store/auth/auth-store.ts';
import { type Result, runHttpLoad, runLoad } from '../store/http-load.ts';

export type Shape = { port: number; connections: number; requests: number };

const post = (path: string, body: object) => {
  const json = JSON.stringify(body);
  return (
    `POST /auth/v1/${path} HTTP/1.1\r\nHost: bench.test\r\napikey: key\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${json.length}\r\n\r\n${json}`
  );
};
const refresh = (token: string) => post('token?grant_type=refresh_token', { refresh_token: token });
const tokenIn = (answer: string) => /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? '';

/** @returns the refresh tokens of new sessions */
export async function newSessions(port: number, count: number): Promise<string[]> {
  const tokens: string[] = [];
  await runHttpLoad({
    port,
    connections: 20,
    requests: count,
    expected: 200,
    next: () => post('signup', {}),
    answered: (text) => void tokens.push(tokenIn(text)),
  });
  return tokens;
}

/** Each session goes on by the token that it got last. */
export function refreshes(shape: Shape, tokens: string[]): Promise<Result> {
  return runHttpLoad({
    ...shape,
    expected: 200,
    next: () => refresh(tokens.shift() ?? ''),
    answered: (text) => void tokens.push(tokenIn(text)),
  });
}

/** Tokens of the right form whose MAC is wrong. */
export function forgedRefreshes(shape: Shape, [real = '']: string[]): Promise<Result> {
  const forged = `${real.slice(0, -4)}${real.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  return runHttpLoad({ ...shape, expected: 400, next: () => refresh(forged) });
}

/** The one UPDATE of a refresh, as the store does it, without HTTP and tokens. */
export async function updates(
  { sessions, users }: AuthStore,
  { connections, requests }: Omit<Shape, 'port'>,
): Promise<Result> {
  const waiting: { id: string; counter: number }[] = [];
  for (let n = 0; n < 1000; n += 1) waiting.push(await insertSession({ sessions, users }));
  return runLoad(connections, requests, async () => {
    const one = waiting.shift();
    if (one === undefined) throw new Error('There are too few sessions.');
    await sessions.advance(one.id, one.counter, Date.now());
    waiting.push({ id: one.id, counter: one.counter + 1 });
  });
}

async function insertSession({ sessions, users }: Pick<AuthStore, 'sessions' | 'users'>) {
  const [id, userId, now] = [randomUUID(), randomUUID(), Date.now()];
  await users.insert({
    id: userId,
    email: null,
    confirmedAt: null,
    newEmail: null,
    newEmailStep: 0,
    app: '{}',
    meta: '{}',
    password: null,
    anonymous: true,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  });
  const times = { createdAt: now, refreshedAt: now };
  await sessions.insert({
    id,
    userId,
    counter: 1,
    late: 0,
    lateSince: 0,
    aal: 1,
    amr: '[]',
    ...times,
  });
  return { id, counter: 1 };
}
