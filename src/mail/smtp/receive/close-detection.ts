/**
 * The end of a session whose client sends no command behind our 250: it sent QUIT together with its final dot, as Postfix does,
 * or closes without QUIT, as scripts and devices do. Its way of closing shows whether it has read our 250. A client that closes
 * with octets unread, or that had closed before ours came, makes its system send a reset (RFC 1122 section 4.2.2.13, RFC 2525
 * section 2.17); so does a client that is killed meanwhile. An end without a reset shows that it has read every reply.
 */

import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';

/** A reset in answer to our last octets arrives after one round trip; as much again covers a slower network. */
const ROUND_TRIPS = 2;
/** One round trip was measured, and others take longer by so much: milliseconds. */
const JITTER_MS = 5;
/** The longest time that our side stays open, in milliseconds. */
const LONGEST_MS = 2_000;

export type CloseDetectionOptions = {
  /** The stream of the session: TLS, or the connection itself. */
  socket: Socket;
  /** The TCP connection. */
  wire: Socket;
  clock: Clock;
  /** A round trip to the client, in milliseconds: rather too long than too short. */
  roundTripMs: number;
  /** The moment of the clock at which our last reply was sent. */
  sentAt: number;
  /** The octets that the TCP connection had brought by then. */
  heardAt: number;
};

/**
 * Called where the client's end shows that it has read our last reply: ahead of the connection's end, or never.
 * @param isCertain false where a third party may have cut the connection: an end of TLS without a close_notify
 */
type HasRead = (isCertain: boolean) => void;

/** Closes our side after our last reply, which was sent behind a QUIT. */
export function closeBehindQuit(settings: CloseDetectionOptions, hasRead: HasRead): void {
  const { socket, wire, clock } = settings;
  const secured = socket !== wire;
  // An unread close_notify of ours would turn the client's proper end into a reset: TLS waits for the client's.
  const cancel = clock.after(secured ? LONGEST_MS : answeredMs(settings), () => socket.end());
  socket.once('close', () => cancel());
  socket.once('end', () => {
    if (!isSound(settings)) return void socket.end();
    // Late enough for a reset to have come first.
    if (socket.writableEnded && (secured || wire.writableLength === 0)) return hasRead(true);
    cancel();
    closeWithoutQuit(settings, hasRead);
  });
}

/**
 * The same where the client has closed its side behind our last reply. Under TLS many programs leave without a close_notify: to
 * doubt them would take a script's next message for a copy.
 */
export function closeWithoutQuit(settings: CloseDetectionOptions, hasRead: HasRead): void {
  const { socket, wire, clock, sentAt } = settings;
  const isCertain = isSound(settings);
  // Octets that the system has not taken yet were not read.
  if (wire.writableLength > 0) return void socket.end();
  // An empty write sends nothing, but the system reports whether the connection was reset after the client's end.
  const askSystem = () =>
    // TLS reports late that its octets have left: the test waits for that.
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

/** RFC 8446 section 6.1: without a close_notify, which are octets, a third party may have ended a TLS connection. */
function isSound({ socket, wire, heardAt }: CloseDetectionOptions): boolean {
  return socket === wire || wire.bytesRead > heardAt;
}

/** The time in which the client's system answers our last octets, in milliseconds. */
function answeredMs({ roundTripMs }: CloseDetectionOptions): number {
  return Math.min(ROUND_TRIPS * (roundTripMs + JITTER_MS), LONGEST_MS);
}
