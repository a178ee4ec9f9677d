/** One query over TCP, on its own connection: RFC 7766. */

import type { connect as Connect, Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { ANSWER_OCTETS, answers } from './wire.ts';
import type { DnsServer } from './udp-sockets.ts';

export type TcpOptions = { connect: typeof Connect; clock: Clock };

/**
 * @param open contains the connection while it is open
 * @returns the message that answers the query, 'malformed' for any other message, undefined for none in time
 */
export function askByTcp(
  query: Buffer,
  { address, port }: DnsServer,
  ms: number,
  { connect, clock }: TcpOptions,
  open: Set<Socket>,
): Promise<Buffer | 'malformed' | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | 'malformed' | undefined>();
  const socket = connect({ host: address, port });
  open.add(socket);
  const cancel = clock.after(ms, () => end(undefined));
  const received: Buffer[] = [];
  let octets = 0;
  /** Octets needed for the next step: those of the length, then those of the message too. */
  let needed = 2;
  // RFC 1035 section 4.2.2: the length of a message precedes it.
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(query.length);
  socket.on('error', () => end(undefined));
  socket.on('close', () => end(undefined));
  socket.on('data', (piece) => {
    received.push(piece);
    octets += piece.length;
    if (octets < needed) return;
    const all = Buffer.concat(received.splice(0));
    const length = all.readUInt16BE(0);
    if (length > ANSWER_OCTETS) end('malformed');
    needed = 2 + length;
    received.push(all);
    if (octets < needed) return;
    const message = all.subarray(2, 2 + length);
    // A server that normalizes names does so here too; a forger cannot spoof TCP.
    end(answers(message, query) === 'no' ? 'malformed' : message);
  });
  socket.write(Buffer.concat([prefix, query]));
  return promise;

  function end(result: Buffer | 'malformed' | undefined): void {
    cancel();
    resolve(result);
    open.delete(socket);
    socket.destroy();
  }
}
