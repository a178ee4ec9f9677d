/** Waits for the PROXY header of a connection from a load balancer. */

import type { Socket } from 'node:net';
import { readProxyHeader } from './proxy-header.ts';

/** A load balancer sends it in its first packet; timeout in milliseconds. */
const WAIT_MS = 5000;

export type Announcement = {
  /** The client's address, or the load balancer's own if it connects for itself. */
  address: string;
  /** The octets received after the header. */
  rest: Buffer;
};

/**
 * Reads the header, and no more octets of the client than came with it; the socket is then paused. A connection that
 * sends something else, ends, or stays silent is destroyed without a report.
 * @param socket of a peer that is trusted to name its client; nothing has been read from it
 * @param after runs a function once after a time in milliseconds; the function that it returns cancels it
 * @param take is called at most once
 * @param gone is called once, before `take` or instead of it
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
  // A reset does not need a log line: 'close' follows.
  socket.on('error', () => {});
  socket.once('end', fail).once('close', close).on('readable', read);
}
