import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Peer } from '../../delivery.ts';
import type { Clock } from '#time/clock.ts';
import { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { type Connect, dial, type Endpoint } from './dial.ts';
import { hello, type Manners } from './hello.ts';
import { type OnStage, Stopwatch } from './stopwatch.ts';
import { type Line, type Outcome, transact } from './transaction.ts';

/** Most messages over one connection; servers have limits of their own, mostly at 100. */
const MESSAGES_PER_CONNECTION = 100;

/** Everything a connection needs of the world around it. */
export type World = { connect: Connect; clock: Clock; onStage: OnStage };

/** Time that one message has. */
export type Times = {
  /** When it is given up, in milliseconds on the clock, unless its final dot is sent. */
  readonly deadline: number;
  /** Milliseconds left for connecting, over all servers and addresses; used up on the way. */
  connectMs: number;
};

/** One connection to one server, from the first octet to QUIT. */
export class Connection {
  readonly peer: Peer;
  readonly #line: Line;
  #messages = 0;
  #afterFailure = false;

  constructor(line: Line, host: string) {
    this.#line = line;
    this.peer = { host, tls: line.channel.tls };
  }

  /** Whether it can carry another message. */
  get reusable(): boolean {
    return this.#line.channel.inStep && this.#messages < MESSAGES_PER_CONNECTION;
  }

  /** Resolves when it is closed. */
  get closed(): Promise<void> {
    return this.#line.channel.closed;
  }

  /**
   * Never rejects. Once it has resolved no octet of the message is looked at any more.
   * @param deadline milliseconds on the clock; holds until the final dot */
  async send(envelope: Envelope, message: WireMessage, deadline: number): Promise<Outcome> {
    this.#messages++;
    const outcome = await transact(this.#line, envelope, message, deadline, this.#afterFailure);
    // The octets are lent to us: a server that has answered before it had them all gets no more of them.
    if (!(await this.#line.channel.hasFlushed())) this.#line.channel.abort();
    // After a completed message the server is where it was after EHLO (RFC 5321 section 4.1.1.4): no RSET is needed.
    if (outcome.kind !== 'unfit') this.#afterFailure = outcome.kind === 'rejected';
    return outcome;
  }

  /** @param ended called once, where the far side closes or speaks, or the time is over */
  rest(ms: number, ended: () => void): void {
    this.#line.channel.rest(this.#line.clock.now() + ms, ended);
  }

  wake(): void {
    this.#line.channel.wake();
  }

  quit(): void {
    this.#line.channel.quit();
  }
}

/**
 * Connects and says hello.
 * @throws ConnectionFailure, SessionRefused
 */
export async function openConnection(
  endpoint: Endpoint,
  manners: Manners,
  world: World,
  times: Times,
): Promise<Connection> {
  try {
    return await openWith(manners);
  } catch (failure) {
    const handshakeFailed = failure instanceof ConnectionFailure && failure.reason === 'tls';
    if (!handshakeFailed || manners.tls !== 'opportunistic') throw failure;
    // RFC 7435 section 3: without a policy, mail in clear is better than no mail. A handshake leaves nothing to build on.
    return openWith({ ...manners, tls: 'none' });
  }

  async function openWith(manner: Manners): Promise<Connection> {
    const { connect, clock, onStage } = world;
    const watch = new Stopwatch('connect', clock, onStage);
    let channel: Channel | undefined;
    try {
      channel = new Channel(await dialWithin(times, endpoint, connect, clock), clock);
      const offered = await hello(channel, manner, clock, times.deadline, watch);
      return new Connection({ channel, offered, clock, onStage }, manner.host);
    } catch (failure) {
      channel?.quit();
      if (failure instanceof ConnectionFailure) failure.stage = watch.stage;
      throw failure;
    } finally {
      watch.stop();
    }
  }
}

async function dialWithin(times: Times, endpoint: Endpoint, connect: Connect, clock: Clock) {
  const start = clock.now();
  try {
    return await dial(endpoint, connect, clock, Math.min(start + times.connectMs, times.deadline));
  } finally {
    times.connectMs -= clock.now() - start;
  }
}
