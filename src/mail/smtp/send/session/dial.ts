import type { OnReadOpts, Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { sharedRead } from '#runtime/shared-read.ts';
import { ConnectionFailure } from './connection-failure.ts';

/** Starts to connect; the socket emits `connect` or `error`. The interface of node:net's connect. */
export type Connect = (to: { host: string; port: number; onread: OnReadOpts }) => Socket;

/** RFC 8305 section 5, Connection Attempt Delay: the head start of an address before the next one is tried in parallel. */
const HEAD_START_MS = 2500;
/** Timeout of one address. */
const ADDRESS_MS = 10_000;

/** The addresses and the port of one host. */
export type Endpoint = {
  /** IP addresses or names in the order in which they are tried, at least one. */
  addresses: readonly string[];
  port: number;
};

/**
 * Connects to the first address that answers, and closes the other attempts (Happy Eyeballs, RFC 8305). The octets of a 'data'
 * event are valid until its listener returns; the caller adds its listener as soon as the promise resolves.
 * @param until deadline, in milliseconds on the clock
 * @throws ConnectionFailure `unreachable`
 */
export function dial(
  { addresses, port }: Endpoint,
  connect: Connect,
  clock: Clock,
  until: number,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const trying = new Set<Socket>();
  const waiting = [...addresses];
  let nextTurn = () => {};

  const settle = (winner: Socket | undefined, detail: string) => {
    nextTurn();
    overall();
    for (const socket of trying) if (socket !== winner) socket.destroy();
    trying.clear();
    if (winner) resolve(winner);
    else reject(new ConnectionFailure('unreachable', detail));
  };

  const tryNext = () => {
    nextTurn();
    const host = waiting.shift();
    if (host === undefined) return;
    const onread = sharedRead((octets) => socket.emit('data', octets));
    const socket = connect({ host, port, onread });
    trying.add(socket);
    const tooLate = clock.after(ADDRESS_MS, () => socket.destroy(new Error('no answer')));
    socket.once('close', tooLate);
    socket.once('error', tooLate);
    socket.once('connect', () => {
      tooLate();
      if (trying.delete(socket)) settle(socket, '');
    });
    socket.on('error', (error) => {
      if (!trying.delete(socket)) return;
      if (waiting.length > 0) tryNext();
      else if (trying.size === 0) settle(undefined, detailOf(error));
    });
    if (waiting.length > 0) nextTurn = clock.after(HEAD_START_MS, tryNext);
  };

  const overall = clock.after(Math.max(0, until - clock.now()), () => {
    settle(undefined, 'no time left');
  });
  tryNext();
  return promise;
}

/** If a name has several addresses, node:net collects their errors in one error without a message. */
function detailOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message;
}
