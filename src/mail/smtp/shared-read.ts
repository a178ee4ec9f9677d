/**
 * One piece of memory into which all connections are read. The runtime would take a fresh 64 KiB for each read, and find
 * out only by looking through its heap that nobody needs it any more: with large mails a quarter of the engine's CPU.
 */

import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** As much as the runtime reads at once. */
const READ_OCTETS = 65_536;

const memory = Buffer.allocUnsafeSlow(READ_OCTETS);

/** The system's side of a connection: what `net.createServer` itself makes a socket of. It has no documented name. */
type Handle = NonNullable<SocketConstructorOpts['handle']>;
type Accepted = Socket & { _handle?: Handle | null };

/**
 * What `connect` of node:net takes to hand what comes to `take`. The octets are lent until it returns, and wiped then:
 * what must stay has to be copied, and no peer's octets can get into what another is told.
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
 * The same for a connection that a server has accepted, where node:net has no such option.
 * @param accepted a connection that was accepted paused; of no use afterwards
 * @returns the same connection; it emits no 'data', all else as ever
 */
export function readShared(accepted: Socket, take: (octets: Buffer) => void): Socket {
  const { _handle: handle }: Accepted = accepted;
  if (!handle) return readAlone(accepted, take);
  Object.assign(accepted, { _handle: null });
  accepted.destroy();
  return new Socket({ handle, allowHalfOpen: accepted.allowHalfOpen, onread: sharedRead(take) });
}

/** In the runtime's own memory, where the connection cannot be read otherwise. */
function readAlone(accepted: Socket, take: (octets: Buffer) => void): Socket {
  accepted.on('data', take);
  return accepted.resume();
}
