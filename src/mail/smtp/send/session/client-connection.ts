import type { Clock } from '#time/clock.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Peer, TlsProof, TrustFault } from '../../delivery.ts';
import type { ConnectionProof } from '../tls/connection-proof.ts';
import type { TlsSession } from '../tls/tls-session.ts';
import { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { type Connect, dial, type Endpoint } from './dial.ts';
import { hello, type HelloOptions } from './hello.ts';
import { type OnStage, Stopwatch } from './stopwatch.ts';
import { type OpenSession, type TransactionOutcome, transact } from './transaction.ts';

/** The dependencies of connections: sockets, the clock, and a listener for the time of each stage. */
export type ConnectionContext = {
  connect: Connect;
  clock: Clock;
  onStage: OnStage;
  /** Called when QUIT was sent in a rejected session; the promise resolves once the connection is closed. */
  onQuit?: (closed: Promise<void>) => void;
  /** Called for each server that is about to get a message, with the required proof and the result. */
  onProof: (proof: TlsProof | 'testing', result: 'ok' | TrustFault) => void;
  /** The same for TLS reports; absent: none are written. */
  onTlsSession?: ((session: TlsSession) => void) | undefined;
};

/** Time limits of one message. */
export type TimeLimits = {
  /** Deadline until the final dot is sent, in milliseconds on the clock. */
  readonly deadline: number;
  /** Milliseconds left for connecting, over all servers and addresses; each attempt consumes its part. */
  connectMs: number;
};

/** A connection to a server after EHLO: it carries messages until QUIT. */
export class ClientConnection {
  readonly peer: Peer;
  readonly channel: Channel;
  readonly #session: OpenSession;
  #messages = 0;

  constructor(session: OpenSession, host: string) {
    this.#session = session;
    this.channel = session.channel;
    this.peer = { host, tls: this.proof?.protocol ?? null };
  }

  /** The proof of the server's identity; undefined in plaintext. */
  get proof(): ConnectionProof | undefined {
    return this.channel.proof;
  }

  /** Whether the server offered TLS that then failed: it may require TLS. */
  get tlsFailed(): boolean {
    return this.#session.offered.startTls && this.proof === undefined;
  }

  /** Whether the connection can carry another message. @param most the largest number of messages in all */
  reusable(most: number): boolean {
    return this.channel.inStep && this.#messages < most;
  }

  /**
   * Runs one transaction. After it has resolved, no octet of the message is read.
   * @param deadline in milliseconds on the clock; applies until the final dot is sent
   */
  send(envelope: Envelope, message: WireMessage, deadline: number): Promise<TransactionOutcome> {
    this.#messages++;
    return transact(this.#session, envelope, message, deadline);
  }

  quit(): void {
    this.channel.quit();
  }
}

/**
 * Connects and starts the session. Under opportunistic TLS a failed handshake is followed by another connection, in plaintext.
 * @throws ConnectionFailure, SessionRefused
 */
export async function openConnection(
  endpoint: Endpoint,
  options: HelloOptions,
  context: ConnectionContext,
  limits: TimeLimits,
): Promise<ClientConnection> {
  try {
    return await openWith(options);
  } catch (failure) {
    const handshakeFailed = failure instanceof ConnectionFailure && failure.reason === 'tls';
    if (!handshakeFailed || options.tls !== 'opportunistic') throw failure;
    // RFC 7435 section 3: without a policy, plaintext delivery is better than none. The connection is unusable after the failed handshake.
    return openWith({ ...options, tls: 'none' });
  }

  async function openWith(helloOptions: HelloOptions): Promise<ClientConnection> {
    const { connect, clock, onStage, onQuit } = context;
    const stopwatch = new Stopwatch('connect', clock, onStage);
    let channel: Channel | undefined;
    try {
      channel = new Channel(await dialWithin(limits, endpoint, connect, clock), clock);
      const offered = await hello(channel, helloOptions, clock, limits.deadline, stopwatch);
      return new ClientConnection(
        { channel, offered, clock, onStage, resetFirst: false },
        helloOptions.host,
      );
    } catch (failure) {
      channel?.quit();
      if (channel) onQuit?.(channel.closed);
      if (failure instanceof ConnectionFailure) failure.stage = stopwatch.stage;
      throw failure;
    } finally {
      stopwatch.stop();
    }
  }
}

async function dialWithin(limits: TimeLimits, endpoint: Endpoint, connect: Connect, clock: Clock) {
  const start = clock.now();
  try {
    return await dial(
      endpoint,
      connect,
      clock,
      Math.min(start + limits.connectMs, limits.deadline),
    );
  } finally {
    limits.connectMs -= clock.now() - start;
  }
}
