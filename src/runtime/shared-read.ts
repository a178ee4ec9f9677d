/**
 * One buffer into which all connections are read. The runtime would allocate 64 KiB for each read and free them by
 * garbage collection: a quarter of the engine's CPU with messages of 1 MB. An accepted connection becomes a new socket
 * by its `_handle`, which is how Node itself passes connections on; a test fails if a new Node has none. Under TLS
 * everything stays in the runtime's buffers. Wiping the octets costs 8 % at 100 sessions of 50 KB.
 */

import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** The size of the runtime's own read buffer. */
const READ_OCTETS = 65_536;

const memory = Buffer.allocUnsafeSlow(READ_OCTETS);

/** The native handle of a connection, from which `net.createServer` makes a socket. It has no documented name. */
type Handle = NonNullable<SocketConstructorOpts['handle']>;
type Accepted = Socket & { _handle?: Handle | null };

/**
 * The `onread` option of node:net's `connect`. The octets are valid until `take` returns and are wiped then: a callee
 * copies what it keeps, and no octets of one peer can reach another.
 */
export function sharedRead(take: (octets: Buffer) => void): OnReadOpts {
  return {
    buffer: memory,
    callback: (length) => {
      const octets = memory.subarray(0, length);
      take(octets);
      octets.fill(0);
      return true;
    },
  };
}

/**
 * Does the same for a connection that a server has accepted, for which node:net has no such option.
 * @param accepted a connection that was accepted paused; it must not be used afterwards
 * @returns a socket of the same connection, which emits all events but 'data'
 */
export function readShared(accepted: Socket, take: (octets: Buffer) => void): Socket {
  return reopened(accepted, sharedRead(take)) ?? readAlone(accepted, take);
}

/**
 * The same connection with the option `onread`.
 * @param accepted as for readShared
 * @returns undefined if the connection has no handle; `accepted` is then unchanged
 */
export function reopened(accepted: Socket, onread: OnReadOpts): Socket | undefined {
  const { _handle: handle }: Accepted = accepted;
  if (!handle) return undefined;
  Object.assign(accepted, { _handle: null });
  accepted.destroy();
  return new Socket({ handle, allowHalfOpen: accepted.allowHalfOpen, onread });
}

/** Reads into the runtime's own buffers, if the connection has no handle. */
function readAlone(accepted: Socket, take: (octets: Buffer) => void): Socket {
  accepted.on('data', take);
  return accepted.resume();
}
