/** Requests from an IP address to the session facility in memory, with the length that browsers send. */

import { ANON_KEY } from './api.ts';
import type { AuthUnderTest } from './auth.ts';

const HOME = '203.0.113.7';

type Sent = { body?: string; from?: string; headers?: Record<string, string> };

export async function post(
  { api }: AuthUnderTest,
  path: string,
  { body = '', from = HOME, headers = {} }: Sent,
): Promise<{ status: number; cookie: string }> {
  const all = {
    apikey: ANON_KEY,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const peer = { incoming: { socket: { remoteAddress: from } } };
  const answer = await api.request(path, { method: 'POST', headers: all, body }, peer);
  await answer.text();
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** A request for an email. */
export const asked = (
  under: AuthUnderTest,
  sent: Omit<Sent, 'body'> = {},
  email = 'jane@mailbox.test',
) => post(under, '/auth/v1/otp', { ...sent, body: JSON.stringify({ email }) });

export const redeemed = (under: AuthUnderTest, fields: object, sent: Omit<Sent, 'body'> = {}) =>
  post(under, '/auth/v1/verify', { ...sent, body: JSON.stringify(fields) });
