/** A connection between a client and a server that the test can cut or silence. */

import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './loopback.ts';
import type { After } from './temp-folder.ts';

export async function tcpProxy(target: { host: string; port: number }, after: After) {
  const pairs = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(from);
        to.destroy();
      });
    }
  });
  const port = await listenOnLoopback(server);
  const breakAll = () => {
    for (const socket of pairs) socket.destroy();
  };
  after(() => {
    breakAll();
    server.close();
  });
  return {
    port,
    /** Stops all octets on the present connections; new ones work. */
    fallSilent: () => {
      for (const socket of pairs) socket.unpipe().pause();
    },
    /** Breaks all connections and refuses new ones until `mend`. */
    cut: () => {
      isCut = true;
      breakAll();
    },
    /** Breaks all present connections by RST, not FIN. */
    reset: () => {
      for (const socket of pairs) socket.resetAndDestroy();
    },
    mend: () => {
      isCut = false;
    },
  };
}
