/** HTTP connections whose client a load balancer names by the PROXY protocol. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { announced } from '#network/announced.ts';
import type { Clock } from '#time/clock.ts';

/**
 * From here on a connection from a proxy must begin with a PROXY header, and its peer is the client in that header.
 * From other peers no PROXY header is read: HTTP rejects it as a malformed request.
 * @param isProxy whether a peer is trusted to name the client
 */
export function takeProxied(
  server: Server,
  isProxy: (address: string) => boolean,
  { after }: Clock,
): void {
  const [serve, ...others] = server.listeners('connection');
  if (serve === undefined || others.length > 0) throw new Error('not a plain HTTP server');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || !isProxy(remoteAddress)) {
      serve.call(server, socket);
      return;
    }
    announced(
      socket,
      after,
      ({ address, rest }) => {
        Object.defineProperty(socket, 'remoteAddress', { value: address });
        if (rest.length > 0) socket.unshift(rest);
        serve.call(server, socket);
      },
      () => {},
    );
  });
}
