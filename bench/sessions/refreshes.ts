/** Refreshes through HTTP, and forged refresh tokens. */

import { randomUUID } from 'node:crypto';
import { deriveAuthKeys } from '#auth/keys.ts';
import { RefreshTokens } from '#auth/refresh-token.ts';
import { type Result, runHttpLoad } from '../store/http-load.ts';
import { SECRET } from './facility.ts';

export type Shape = { port: number; connections: number; requests: number };

/** A whole request. */
export const post = (path: string, body: object) => {
  const json = JSON.stringify(body);
  return (
    `POST ${path} HTTP/1.1\r\nHost: bench.test\r\napikey: key\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${json.length}\r\n\r\n${json}`
  );
};
const refresh = (token: string) =>
  post('/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
const tokenIn = (answer: string) => /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? '';

/** @returns the refresh tokens of new sessions */
export async function newSessions(port: number, count: number): Promise<string[]> {
  const tokens: string[] = [];
  await runHttpLoad({
    port,
    connections: 20,
    requests: count,
    expected: 200,
    next: () => post('/auth/v1/signup', {}),
    answered: (text) => void tokens.push(tokenIn(text)),
  });
  return tokens;
}

/** Each session continues by its latest token. */
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
  return runHttpLoad({ ...shape, expected: 400, next: () => refresh(forgedFrom(real)) });
}

export const forgedFrom = (real: string) =>
  `${real.slice(0, -4)}${real.endsWith('AAAA') ? 'BBBA' : 'AAAA'}`;

/** Our own tokens of ended sessions: the cost of a forged one if it had no MAC. */
export function endedRefreshes(shape: Shape): Promise<Result> {
  const tokens = new RefreshTokens(deriveAuthKeys([SECRET]).refresh);
  const ended = Array.from({ length: 1000 }, () => {
    return refresh(tokens.write({ sessionId: randomUUID(), counter: 1 }));
  });
  let next = 0;
  return runHttpLoad({
    ...shape,
    expected: 400,
    next: () => ended[next++ % ended.length] ?? '',
  });
}
