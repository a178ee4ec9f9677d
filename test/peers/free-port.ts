import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A free port for a server that is started again and again under load. It lies below the ports that Linux gives to
 * clients (32768 and up), so that no connection of the load takes it while the server is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (!(await isTaken(port))) return port;
  }
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
