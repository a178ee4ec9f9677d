/** An api in memory over its own store, with the stock client; no port, no server. */

import { PostgrestClient } from '@supabase/postgrest-js';
import { type ApiOptions, createApi } from '#api/api.ts';
import { isObject } from '#api/body.ts';
import { keptStore } from './database.ts';
import type { After } from './temp-folder.ts';

export const ANON_KEY = 'public-anonymous-key';

/** One request, with the key unless the headers give another; a body is sent as JSON unless they name another type. */
export type Send = (
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; empty if it is not a JSON object. */
  json: Record<string, unknown>;
};

/** @param options that differ from the default: clock, test mail, store */
export async function apiUnderTest(after: After, options: Partial<ApiOptions> = {}) {
  const logged: object[] = [];
  const line = (fields: object, text: string) => void logged.push({ ...fields, text });
  const log = { info: line, warn: line, error: line };
  const store = options.store ?? (await keptStore(Date.now));
  after(() => store.close());
  const api = createApi({
    store,
    space: { domains: ['a.test', 'b.test'], numbers: { first: 1000, last: 9999 } },
    anonKey: ANON_KEY,
    now: Date.now,
    log,
    mailHost: 'mx.a.test',
    bounceDomain: 'b.a.test',
    ...options,
  });
  const client = new PostgrestClient('http://veilpost.test/rest/v1', {
    headers: { apikey: ANON_KEY, 'x-real-email': 'someone@example.org' },
    fetch: async (input: string | URL | Request, init?: RequestInit) => api.request(input, init),
  });
  const send: Send = async (method, path, body, headers = {}) => {
    const all = { apikey: ANON_KEY, 'content-type': 'application/json', ...headers };
    return read(
      await api.request(path, { method, headers: all, ...(body === undefined ? {} : { body }) }),
    );
  };
  return { api, store, client, send, logged };
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = {};
  }
  const { status, headers } = response;
  return { status, headers, text, json: isObject(json) ? json : {} };
}
