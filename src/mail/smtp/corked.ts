/**
 * What is written to a connection within one turn of the event loop leaves at the turn's end, and so does what is written to
 * all others: a peer on this machine is then woken once for all of it, and not again and again.
 */

import type { Socket } from 'node:net';

let corked: Socket[] = [];

/** Holds back what is written to the connection until this turn ends, or until it is ended or uncorked. */
export function cork(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  if (corked.length === 0) setImmediate(endTurn);
  corked.push(socket);
}

function endTurn(): void {
  const due = corked;
  corked = [];
  for (const socket of due) socket.uncork();
}
