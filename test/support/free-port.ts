import { once } from 'node:events';
import { connect } from 'node:net';

/** Below the ports that Linux gives to clients (32768 and up): no connection takes one before its server does. */
const FIRST = 20_000;
/** Ports of one test process, and number of concurrent processes with ports of their own. */
const PORTS = 126;
const PROCESSES = 100;

const first = FIRST + (process.pid % PROCESSES) * PORTS;
let given = 0;

/** A free port for a server that cannot choose one itself, or is restarted again and again; all of them differ. */
export async function freePort(): Promise<number> {
  while (given < PORTS) {
    const port = first + given++;
    if (!(await isTaken(port))) return port;
  }
  throw new Error(`this process has been given all of its ${PORTS} ports`);
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
