/** Opens a listening socket, or gives the reason for the failure in one sentence. */

import type { Server } from 'node:net';
import type { Receiver } from '#mail/smtp/receive/receiver.ts';
import { errorCode, Fault } from '../config/fault.ts';

/** The address to listen on, and the variable of a port that the operator would have to change. */
export type ListenEndpoint = {
  host: string;
  port: number;
  variable: string;
  /** Whether the port is shared with other processes that share it too; absent: not. */
  reusePort?: boolean;
  /** Gets the errors of a listening server; absent: they are ignored. */
  log?: { error: (fields: { err: unknown }, message: string) => void };
};

/**
 * Resolves with the port, which the system has chosen if `port` is 0.
 * @throws Fault
 */
export async function listen(server: Server, endpoint: ListenEndpoint): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(endpoint, error)));
    const { host, port, reusePort = false } = endpoint;
    server.listen({ host, port, reusePort }, resolve);
  });
  server.removeAllListeners('error');
  // Without a listener the error would end the process, and cut its mail.
  server.on('error', (err) => endpoint.log?.error({ err }, 'cannot accept a connection'));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : endpoint.port;
}

/** The same for a mail server. @throws Fault */
export async function listenForMail(receiver: Receiver, endpoint: ListenEndpoint): Promise<number> {
  const { host, port, reusePort } = endpoint;
  try {
    return await receiver.listen(port, host, reusePort);
  } catch (error) {
    throw error instanceof Error ? listenFault(endpoint, error) : error;
  }
}

/** Addresses at which this machine reaches itself: without IPv4 it has only the second one. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Starts a mail server for this machine only, on a port that the system chooses.
 * @param variable the setting that makes it necessary
 * @throws Fault
 */
export async function listenOnLoopback(
  receiver: Receiver,
  variable: string,
): Promise<{ host: string; port: number }> {
  for (const host of LOOPBACK) {
    try {
      return { host, port: await receiver.listen(0, host) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (!NO_ADDRESS.includes(errorCode(error)))
        throw listenFault({ host, port: 0, variable }, error);
    }
  }
  throw new Fault(`${variable}: this machine has neither of ${LOOPBACK.join(' and ')}.`);
}

/** The machine does not have this address. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND'];

/** The sentence for an error of `listen`. */
export function listenFault(
  { host, port, variable, reusePort }: ListenEndpoint,
  error: Error,
): Fault {
  if (NO_ADDRESS.includes(errorCode(error))) {
    return new Fault(`HOST: ${host} is not an address of this machine.`);
  }
  switch (errorCode(error)) {
    case 'EADDRINUSE': {
      const inUse = `${variable}: port ${port} on ${host} is in use by another program`;
      // Only for the same user: otherwise anyone on this machine could take some of the connections.
      const shared = 'processes can share it if all run as the same user with REUSE_PORT=on';
      return new Fault(reusePort ? `${inUse}: ${shared}.` : `${inUse}.`);
    }
    case 'ENOTSUP':
      return new Fault('REUSE_PORT: processes cannot share a port on this system; leave it off.');
    case 'EACCES':
      return new Fault(`${variable}: this user may not listen on port ${port}.`);
    default:
      return new Fault(`${variable}: cannot open port ${port} on ${host} (${error.message}).`);
  }
}
