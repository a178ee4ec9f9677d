/**
 * Handles the end of a session in which the client sends no command after our 250. Postfix sends QUIT together with its final dot;
 * scripts and devices close without QUIT. The way the client closes shows whether it has read our 250. If it closes with unread
 * octets, or had closed before our 250 arrived, its system sends a reset (RFC 1122 section 4.2.2.13, RFC 2525 section 2.17).
 * A killed client causes a reset too. An end without a reset shows that the client has read every reply.
 */

import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';

/** A reset in answer to our last octets arrives after one round trip; twice that covers a slower network. */
const ROUND_TRIPS = 2;
/** Allowance for round trips longer than the measured one, in milliseconds. */
const JITTER_MS = 5;
/** The longest time that our side stays open, in milliseconds. */
const LONGEST_MS = 2_000;

export type CloseDetectionOptions = {
  /** The stream of the session: TLS, or the connection itself. */
  socket: Socket;
  /** The TCP connection. */
  wire: Socket;
  clock: Clock;
  /** A round trip to the client, in milliseconds: better too long than too short. */
  roundTripMs: number;
  /** The clock's time at which our last reply was sent. */
  sentAt: number;
  /** The number of octets received on the TCP connection by that time. */
  heardAt: number;
};

/**
 * Called if the client's end shows that it has read our last reply: before the connection's end, or never.
 * @param isCertain false if a third party may have cut the connection: an end of TLS without a close_notify
 */
type HasRead = (isCertain: boolean) => void;

/** Closes our side after our last reply, which was sent in answer to QUIT. */
export function closeBehindQuit(settings: CloseDetectionOptions, hasRead: HasRead): void {
  const { socket, wire, clock } = settings;
  const secured = socket !== wire;
  // Our own unread close_notify would turn the client's proper end into a reset: TLS waits for the client's.
  const cancel = clock.after(secured ? LONGEST_MS : answeredMs(settings), () => {
    // After a stall the client's end may be unread, and does not answer ours. It is read within a turn of the event loop.
    setImmediate(() => setImmediate(() => socket.end()));
  });
  socket.once('close', () => cancel());
  socket.once('end', () => {
    if (!isSound(settings)) return void socket.end();
    // Late enough for a reset to arrive first.
    if (socket.writableEnded && (secured || wire.writableLength === 0)) return hasRead(true);
    cancel();
    closeWithoutQuit(settings, hasRead);
  });
}

/**
 * Handles a client that closed its side after our last reply. Under TLS many programs leave without a close_notify. If we doubted
 * them, a script's next message would be treated as a duplicate.
 */
export function closeWithoutQuit(settings: CloseDetectionOptions, hasRead: HasRead): void {
  const { socket, wire, clock, sentAt } = settings;
  const isCertain = isSound(settings);
  // The client cannot have read octets that the system has not accepted yet.
  if (wire.writableLength > 0) return void socket.end();
  // An empty write sends nothing, but the system reports whether the connection was reset after the client's end.
  const askSystem = () =>
    // TLS reports late that its octets have left: the check waits for that.
    void socket.write('', () =>
      wire.write('', (error) => {
        if (!error) hasRead(isCertain);
        socket.end();
      }),
    );
  const left = sentAt + answeredMs(settings) - clock.now();
  if (left <= 0) return askSystem();
  const cancel = clock.after(left, askSystem);
  socket.once('close', cancel);
}

/** RFC 8446 section 6.1: without the octets of a close_notify, a third party may have ended a TLS connection. */
function isSound({ socket, wire, heardAt }: CloseDetectionOptions): boolean {
  return socket === wire || wire.bytesRead > heardAt;
}

/** The time in which the client's system answers our last octets, in milliseconds. */
function answeredMs({ roundTripMs }: CloseDetectionOptions): number {
  return Math.min(ROUND_TRIPS * (roundTripMs + JITTER_MS), LONGEST_MS);
}
