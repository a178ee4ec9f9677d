/** Refreshes through HTTP, and refresh tokens that somebody forged. */

import type { AuthStore } from '#store/auth/auth-store.ts';
import { session, user } from '#store/auth/auth-rows.fixture.ts';
import type { AuthSession } from '#store/auth/sessions.ts';
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
  const waiting: AuthSession[] = [];
  for (let n = 0; n < 1000; n += 1) {
    const person = user(null);
    const one = session(person.id);
    await users.insert(person);
    await sessions.insert(one);
    waiting.push(one);
  }
  return runLoad(connections, requests, async () => {
    const one = waiting.shift();
    if (one === undefined) throw new Error('There are too few sessions.');
    const advanced = await sessions.advance(one.id, one.counter, Date.now(), 0);
    if (advanced === undefined) throw new Error('The session did not advance.');
    waiting.push(advanced.session);
  });
}
