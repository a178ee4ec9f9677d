/** Servers of tests, on loopback. */

import { once } from 'node:events';
import type { Server } from 'node:net';

/** Has the server listen on loopback. @returns its port, one that was free */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The same for a server of HTTP, until its test ends. @param after the hook of the test or suite that owns it */
export async function serveOnLoopback(
  server: Server & { closeAllConnections(): void },
  after: (cleanUp: () => void) => void,
): Promise<number> {
  const port = await listenOnLoopback(server);
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}
