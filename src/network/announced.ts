/** Waits for the PROXY header of a connection that a balancer has opened. */

import type { Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/** A balancer sends it with its first packet, in milliseconds. */
const WAIT_MS = 5000;

export type Announcement = {
  /** The client's address, or the balancer's own where it speaks for itself. */
  address: string;
  /** The octets that came behind the header already. */
  rest: Buffer;
};

/**
 * Reads the header and not one octet more from the client's side than came with it; the socket is paused then. A connection that
 * sends something else, ends, or stays silent is destroyed, and nobody hears of it.
 * @param socket of a peer that is trusted to tell who its client is; nothing was read from it
 * @param after runs something once after a time in milliseconds, unless what it returns is called
 * @param take is called at most once
 * @param gone is called once, before `take` or in its place
 */
export function announced(
  socket: Socket,
  after: (ms: number, run: () => void) => () => void,
  take: (announcement: Announcement) => void,
  gone: () => void,
): void {
  let octets = Buffer.alloc(0);
  const end = () => {
    cancel();
    socket.off('readable', read).off('end', fail).off('close', close);
    gone();
  };
  const close = () => end();
  const fail = () => {
    end();
    socket.destroy();
  };
  const read = () => {
    for (;;) {
      const more: Buffer | null = socket.read();
      if (more === null) return;
      octets = Buffer.concat([octets, more]);
      const header = readProxyHeader(octets);
      if (header === 'wrong') return fail();
      if (header === 'incomplete') continue;
      const { remoteAddress } = socket;
      if (remoteAddress === undefined) return fail();
      end();
      const rest = octets.subarray(header.length);
      return take({ address: header.address ?? remoteAddress, rest });
    }
  };
  const cancel = after(WAIT_MS, fail);
  // A reset needs no line in the log: 'close' follows.
  socket.on('error', () => {});
  socket.once('end', fail).once('close', close).on('readable', read);
}
