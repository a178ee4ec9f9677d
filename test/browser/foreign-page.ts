/** A page of another origin whose script calls the service, as a web vault does. */

import { createServer } from 'node:http';
import { serveOnLoopback } from '#support/loopback.ts';
import { ownersKey } from '#support/owners-key.ts';
import { type Addresses, latestMail } from '#support/service-process.ts';

/** @returns the address of an empty page */
export async function foreignPage(after: (cleanUp: () => void) => void): Promise<string> {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>x</title>');
  });
  return `http://127.0.0.1:${await serveOnLoopback(server, after)}/`;
}

/** The key of an owner whose email is in the try-out mailbox. */
export function keyInTryOut(addresses: Addresses, email: string): Promise<string> {
  const letter = () => latestMail(addresses, email);
  return ownersKey(new URL(addresses.http).origin, { email, scope: 'create', letter });
}

/** Run in the page, without access to the test's variables. @returns what its script could read of each answer */
export async function callsOfPage([site, key]: readonly [string, string]): Promise<string[]> {
  const read = async (path: string, init: RequestInit): Promise<string> => {
    try {
      const answer = await fetch(`${site}${path}`, init);
      return `${answer.status} ${await answer.text()}`;
    } catch {
      return 'closed';
    }
  };
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const addy = { ...json, Authorization: `Bearer ${key}`, 'X-Requested-With': 'XMLHttpRequest' };
  return [
    await read('/api/alias/random/new?hostname=shop.example', {
      method: 'POST',
      headers: { ...json, Authentication: key },
      body: '{"note":"a"}',
    }),
    await read('/api/v1/domain-options', { headers: addy }),
    await read('/api/user_info', { headers: { ...json, Authentication: 'wrong' } }),
    await read('/api/user_info', {
      headers: { ...json, Authentication: key },
      credentials: 'include',
    }),
    await read('/', {}),
    await read('/rest/v1/aliases', { headers: { apikey: key } }),
  ];
}

/** What it must have read: all of `/api`, and nothing else. A request with cookies is rejected from any page. */
export const WANTED = [
  /^201 \{"alias":"alias-\d{10}@/,
  /^200 \{"data":\[/,
  /^401 \{"error":"Wrong API key\."\}$/,
  /^closed$/,
  /^closed$/,
  /^closed$/,
];
