/** Servers of tests on loopback, ports for those that cannot choose one, and a proxy before a server. */

import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { After } from './temp-folder.ts';

/** Has the server listen, on loopback by default. @returns its port, one that was free by default */
export async function listenOnLoopback(
  server: Server,
  port = 0,
  host = '127.0.0.1',
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The same for a server of HTTP, until its test ends. */
export async function serveOnLoopback(
  server: Server & { closeAllConnections(): void },
  after: After,
): Promise<number> {
  const port = await listenOnLoopback(server);
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}

/** Below the ports that Linux gives to clients (32768 and up): so that a connection does not take one before its server. */
const FIRST = 20_000;
/** Ports of one process, its own first, and the number of concurrent processes with their own ports. */
const PORTS = 126;
const PROCESSES = 100;

let block: Promise<number> | undefined;
let given = 1;

/** A free port for a server that cannot choose one itself, or is restarted repeatedly; all of them differ. */
export async function freePort(): Promise<number> {
  block ??= ownBlock();
  const first = await block;
  while (given < PORTS) {
    const port = first + given++;
    if (!(await isTaken(port))) return port;
  }
  throw new Error(`this process has been given all of its ${PORTS} ports`);
}

/** A process that listens at the first port of a block has the others to itself, until it ends. */
async function ownBlock(): Promise<number> {
  for (let tried = 0; tried < PROCESSES; tried++) {
    const port = FIRST + ((process.pid + tried) % PROCESSES) * PORTS;
    const holder = createServer().unref().listen({ port, host: '127.0.0.1' });
    try {
      await once(holder, 'listening');
      return port;
    } catch {
      // Another process has this block.
    }
  }
  throw new Error(`${PROCESSES} processes have all ports`);
}

/** Whether a server listens at a port of this machine. */
export async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A connection between a client and a server that the test can cut or silence. */
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
    mend: () => void (isCut = false),
  };
}
