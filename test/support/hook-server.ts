/** An external web server that receives our messages, over TLS on loopback. */

import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { PostSurroundings } from '#network/post.ts';
import { selfSignedCertificate } from './certificate.ts';
import { serveOnLoopback } from './loopback.ts';

const NAME = 'hook.test';

export class HookServer {
  readonly taken: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  /** The answer to the next messages; undefined: silence. */
  status: number | undefined = 204;
  headers: Record<string, string> = {};
  readonly #certificate = selfSignedCertificate(NAME);
  readonly #server = createServer(this.#certificate, (incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    incoming.on('end', () => {
      this.taken.push({ path: incoming.url ?? '', headers: incoming.headers, body });
      if (this.status !== undefined) outgoing.writeHead(this.status, this.headers).end('ok');
    });
  });

  /** @returns its address. @param after the hook of the test or suite that owns it */
  async listen(after: (cleanUp: () => void) => void): Promise<URL> {
    const port = await serveOnLoopback(this.#server, after);
    return new URL(`https://${NAME}:${port}/codes`);
  }

  /** Loopback represents the Internet. */
  get surroundings(): PostSurroundings {
    return {
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      isForbidden: () => false,
      ca: this.#certificate.cert,
    };
  }
}
