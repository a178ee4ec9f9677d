/** The api with the real HTTP server, with raw requests that a client library would refuse; and an external server. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Hono } from 'hono';
import { createHttpServer } from '#app/http/server.ts';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Guard } from '#network/guarded-way.ts';
import { selfSignedCertificate } from './certificate.ts';
import { serveOnLoopback } from './loopback.ts';
import type { After } from './temp-folder.ts';

export type RawRequest = {
  method: string;
  /** Path and query, sent unchanged. */
  path: string;
  /** A header whose value is a list is sent once per entry. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

/** @returns a function that sends one request */
export async function httpServer(api: Hono, after: After) {
  const port = await serveOnLoopback(createHttpServer(api.fetch), after);
  return async ({ method, path, headers = {}, body }: RawRequest) => {
    const outgoing = request({ port, method, path, headers, agent: false }).end(body);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    // A server that has answered may close before it has read an unwanted body.
    outgoing.on('error', () => {});
    assert.ok(incoming);
    return { status: incoming.statusCode ?? 0, text: await text(incoming) };
  };
}

const NAME = 'hook.test';

/** An external web server that receives our messages, over TLS on loopback. */
export class HookServer {
  readonly taken: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  /** The answer to the next messages; undefined: silence. */
  status: number | undefined = 204;
  headers: Record<string, string> = {};
  readonly #certificate = selfSignedCertificate(NAME);
  readonly #server = createServer(this.#certificate, (incoming, outgoing) => {
    void text(incoming).then((body) => {
      this.taken.push({ path: incoming.url ?? '', headers: incoming.headers, body });
      if (this.status !== undefined) outgoing.writeHead(this.status, this.headers).end('ok');
    });
  });

  /** @returns its address */
  async listen(after: After): Promise<URL> {
    const port = await serveOnLoopback(this.#server, after);
    return new URL(`https://${NAME}:${port}/codes`);
  }

  /** Loopback represents the Internet. */
  get surroundings(): Guard {
    return {
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      isForbidden: () => false,
      ca: this.#certificate.cert,
    };
  }
}
