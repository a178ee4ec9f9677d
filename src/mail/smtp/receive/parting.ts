/**
 * The end of a session whose client sent QUIT together with its final dot, as Postfix does: no later command shows that it
 * has read our 250. The way in which it closes its side does. A client that closes with octets unread, or that had closed
 * before ours came, makes its system send a reset (RFC 1122 section 4.2.2.13, RFC 2525 section 2.17); so does one that is
 * killed meanwhile. An end without a reset shows that the client has read every reply.
 */

import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';

/** A reset in answer to our last octets is here after one round trip; as much again for a network that is slower now. */
const ROUND_TRIPS = 2;
/** Our side of the connection stays open for so long at most, in milliseconds. */
const LONGEST_MS = 2_000;
/** A client that has rested for so long behind our reply, in milliseconds, did not break off at the sight of it. */
const REST_MS = 1_000;

export type PartingSettings = {
  /** The socket that carries the session: TLS, or the connection itself. */
  socket: Socket;
  /** The TCP connection. */
  wire: Socket;
  clock: Clock;
  /** A round trip to the client, in milliseconds: rather too much than too little. */
  roundTripMs: number;
};

/**
 * Closes our side behind our last reply, which has just been sent.
 * @param hasRead called where the client's end shows that it has read that reply: ahead of the connection's end, or never
 */
export function part(settings: PartingSettings, hasRead: () => void): void {
  const { socket, wire, clock, roundTripMs } = settings;
  const heard = wire.bytesRead;
  const secured = socket !== wire;
  const answeredMs = Math.min(ROUND_TRIPS * (roundTripMs + 1), LONGEST_MS);
  const answeredAt = clock.now() + answeredMs;
  // A close_notify of ours that the client does not read would make its proper end a reset: TLS waits for the client's.
  let cancel = clock.after(secured ? LONGEST_MS : answeredMs, () => socket.end());
  socket.once('close', () => cancel());
  socket.once('end', () => {
    // RFC 8446 section 6.1: without a close_notify, which are octets, somebody else may have cut the connection. In clear
    // what the system has not taken yet was not read.
    if (secured ? wire.bytesRead === heard : wire.writableLength > 0) return void socket.end();
    // So late that a reset would have come first.
    if (socket.writableEnded) return hasRead();
    cancel();
    const left = answeredAt - clock.now();
    if (left > 0) cancel = clock.after(left, askSystem);
    else askSystem();
  });

  /** Nothing leaves with an empty write, but the system tells whether the connection was reset behind the client's end. */
  function askSystem(): void {
    // TLS says late that its octets have left: the question waits for that.
    socket.write('', () =>
      wire.write('', (error) => {
        if (!error) hasRead();
        socket.end();
      }),
    );
  }
}

/**
 * Whether a client that closes its side now, without QUIT, has read our last reply. Postfix closes so, after two seconds, a
 * connection that it has kept for another mail. Under TLS it keeps none.
 * @param restedMs since that reply was sent, in milliseconds
 */
export function hasRested(
  { socket, wire }: Pick<PartingSettings, 'socket' | 'wire'>,
  restedMs: number,
): boolean {
  return socket === wire && socket.writableLength === 0 && restedMs >= REST_MS;
}
