/**
 * What is written to a connection within one turn of the event loop leaves at the turn's end, and so does what is written to
 * all others: a peer on this machine is then woken once for all of it, and not again and again.
 */

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

let corked: Socket[] = [];

/**
 * Holds back what is written to the connection until this turn ends, or until it is ended or uncorked. Under TLS until
 * this callback ends: that octets have left is told there at the end of the turn, which for those that leave then is the
 * end of the next one, and the peer's answer may come before it.
 */
export function cork(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  if (socket instanceof TLSSocket) return queueMicrotask(() => socket.uncork());
  if (corked.length === 0) setImmediate(endTurn);
  corked.push(socket);
}

function endTurn(): void {
  const due = corked;
  corked = [];
  for (const socket of due) socket.uncork();
}
