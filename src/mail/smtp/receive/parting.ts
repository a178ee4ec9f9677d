/**
 * The end of a session whose client sent QUIT together with its final dot, as Postfix does: no later command shows that
 * it has read our 250, but its way of closing does. A client that closes with octets unread, or that had closed before
 * ours came, makes its system send a reset (RFC 1122 section 4.2.2.13, RFC 2525 section 2.17); so does a client that is
 * killed meanwhile. An end without a reset shows that the client has read every reply.
 */

import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';

/** A reset in answer to our last octets arrives after one round trip; as much again covers a slower network. */
const ROUND_TRIPS = 2;
/** The longest time that our side stays open, in milliseconds. */
const LONGEST_MS = 2_000;
/** A client that stayed open this long after our reply, in milliseconds, did not break off because of it. */
const REST_MS = 1_000;

export type PartingSettings = {
  /** The stream of the session: TLS, or the connection itself. */
  socket: Socket;
  /** The TCP connection. */
  wire: Socket;
  clock: Clock;
  /** A round trip to the client, in milliseconds: rather too long than too short. */
  roundTripMs: number;
};

/**
 * Closes our side after our last reply, which has just been sent.
 * @param hasRead called where the client's end shows that it has read that reply: ahead of the connection's end, or never
 */
export function part(settings: PartingSettings, hasRead: () => void): void {
  const { socket, wire, clock, roundTripMs } = settings;
  const heard = wire.bytesRead;
  const secured = socket !== wire;
  const answeredMs = Math.min(ROUND_TRIPS * (roundTripMs + 1), LONGEST_MS);
  const answeredAt = clock.now() + answeredMs;
  // An unread close_notify of ours would turn the client's proper end into a reset: TLS waits for the client's.
  let cancel = clock.after(secured ? LONGEST_MS : answeredMs, () => socket.end());
  socket.once('close', () => cancel());
  socket.once('end', () => {
    // RFC 8446 section 6.1: without a close_notify, which are octets, a third party may have cut the connection. In
    // clear, octets that the system has not taken yet were not read.
    if (secured ? wire.bytesRead === heard : wire.writableLength > 0) return void socket.end();
    // Late enough for a reset to have come first.
    if (socket.writableEnded) return hasRead();
    cancel();
    const left = answeredAt - clock.now();
    if (left > 0) cancel = clock.after(left, askSystem);
    else askSystem();
  });

  /** An empty write sends nothing, but the system reports whether the connection was reset after the client's end. */
  function askSystem(): void {
    // TLS reports late that its octets have left: the test waits for that.
    socket.write('', () =>
      wire.write('', (error) => {
        if (!error) hasRead();
        socket.end();
      }),
    );
  }
}

/**
 * Whether a client that closes its side now, without QUIT, has read our last reply. Postfix closes in this way, after
 * two seconds, a connection that it has kept for another mail. Under TLS it keeps none.
 * @param restedMs since that reply was sent, in milliseconds
 */
export function hasRested(
  { socket, wire }: Pick<PartingSettings, 'socket' | 'wire'>,
  restedMs: number,
): boolean {
  return socket === wire && socket.writableLength === 0 && restedMs >= REST_MS;
}
