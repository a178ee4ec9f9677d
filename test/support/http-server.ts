/** The api with the real HTTP server, with raw requests that a client library would refuse. */

import { request } from 'node:http';
import type { Hono } from 'hono';
import { createHttpServer } from '#app/http/server.ts';
import { serveOnLoopback } from './loopback.ts';

export type RawRequest = {
  method: string;
  /** Path and query, sent unchanged. */
  path: string;
  /** A header whose value is a list is sent once per entry. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

export type RawAnswer = { status: number; text: string };

/** @param after the hook of the test or suite that owns it; @returns a function that sends one request */
export async function httpServer(
  api: Hono,
  after: (cleanUp: () => void) => void,
): Promise<(raw: RawRequest) => Promise<RawAnswer>> {
  const port = await serveOnLoopback(createHttpServer(api.fetch), after);
  return (raw) => send(port, raw);
}

function send(port: number, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const outgoing = request({ port, method, path, headers, agent: false }, (incoming) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => {
      text += chunk;
    });
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    // A server that has answered may close before it has read an unwanted body.
    outgoing.on('error', () => {});
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
