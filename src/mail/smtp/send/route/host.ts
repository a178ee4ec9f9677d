import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Peer } from '../../delivery.ts';
import type { Log } from '../../mail-log.ts';
import {
  type Attempt,
  attemptOf,
  attemptOfFailedHello,
  attemptOfRefusedHello,
  deferral,
} from './host-result.ts';
import { type Connection, openConnection, type Times, type World } from '../session/client-connection.ts';
import { ConnectionFailure } from '../session/connection-failure.ts';
import type { Endpoint } from '../session/dial.ts';
import { redacted } from '../session/far-reply.ts';
import { type Manners, SessionRefused } from '../session/hello.ts';
import type { ConnectionCount, NextHop } from './next-hop.ts';
import { Pool } from './connection-pool.ts';
import { Stopwatch } from '../session/stopwatch.ts';
import type { Outcome } from '../session/transaction.ts';

/** RFC 5321 section 4.5.4.1 asks to remember a server that gave no session: so long it comes behind the others. */
const IN_TROUBLE_MS = 60_000;

const TOO_MANY_WAIT = 'Too many messages wait for the server of the mailbox';

/** One server and our connections to it. */
export class Host {
  readonly #manners: Manners;
  readonly #isMx: boolean;
  readonly #world: World;
  readonly #log: Log;
  readonly #pool: Pool;
  #inTroubleUntil = 0;

  /** @param isMx whether it was found by MX, not named by our operator */
  constructor(manners: Manners, isMx: boolean, world: World, log: Log) {
    this.#manners = manners;
    this.#isMx = isMx;
    this.#world = world;
    this.#log = log;
    this.#pool = new Pool(world.clock);
  }

  /** No connection and no message is held: it could be forgotten. */
  get empty(): boolean {
    return this.#pool.empty;
  }

  get connections(): ConnectionCount {
    return this.#pool.connections;
  }

  /**
   * Hands the message over, on a connection that rests or on a new one. Never rejects.
   * @param patient whether no other server is to be asked first
   * @param pauses asked after a wait: the host may have been told meanwhile to be left alone
   * @returns undefined where this one is in trouble, and the message not patient
   */
  async attempt(
    endpoint: Endpoint,
    envelope: Envelope,
    message: WireMessage,
    times: Times,
    patient: boolean,
    pauses: Pick<NextHop, 'backingOff'>,
  ): Promise<Attempt | undefined> {
    const { clock } = this.#world;
    for (;;) {
      if (!patient && clock.now() < this.#inTroubleUntil) return undefined;
      const turn = this.#pool.enter(times.deadline, patient);
      const granted = turn === true || (await this.#timedWait(turn));
      if (!granted) {
        if (!patient && clock.now() < times.deadline) return undefined;
        return { delivery: deferral('4.4.5', TOO_MANY_WAIT, 'wait'), elsewhere: true };
      }
      let slowDown = false;
      try {
        const pause = turn === true ? undefined : pauses.backingOff(envelope.forwardPath);
        if (pause) return { delivery: { kind: 'deferred', reply: pause }, elsewhere: false };
        const attempt = await this.#deliver(endpoint, envelope, message, times);
        // With other connections at work, the host complains of one too many: fewer, then. This message waits its turn,
        // unless another server is to be asked first.
        const oneTooMany = attempt.tooManyConnections && this.#pool.othersBusy;
        slowDown = attempt.slowDown !== undefined;
        if (slowDown) this.#pool.slowDown();
        else if (attempt.delivery.kind === 'accepted') this.#wentWell();
        if (!oneTooMany) return attempt;
      } finally {
        // The next message has its turn when the complaint has been taken in, which is by the end of this one.
        if (slowDown) setImmediate(() => this.#pool.leave());
        else this.#pool.leave();
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #timedWait(turn: Promise<boolean>): Promise<boolean> {
    const { clock, onStage } = this.#world;
    const watch = new Stopwatch('wait', clock, onStage);
    const granted = await turn;
    watch.stop();
    return granted;
  }

  #wentWell(): void {
    this.#inTroubleUntil = 0;
    this.#pool.wentWell();
  }

  #gaveNoSession(): void {
    this.#inTroubleUntil = this.#world.clock.now() + IN_TROUBLE_MS;
    this.#pool.turnAway();
  }

  async #deliver(
    endpoint: Endpoint,
    envelope: Envelope,
    message: WireMessage,
    times: Times,
  ): Promise<Attempt> {
    const rested = this.#pool.takeIdle();
    if (rested) {
      const outcome = await this.#send(rested, envelope, message, times.deadline);
      const inTime = this.#world.clock.now() < times.deadline;
      if (!inTime || !diedWhileResting(outcome)) return attemptOf(outcome, rested.peer);
    }
    const peer: Peer = { host: this.#manners.host, tls: null };
    try {
      const fresh = await openConnection(endpoint, this.#manners, this.#world, times);
      const outcome = await this.#send(fresh, envelope, message, times.deadline);
      return attemptOf(outcome, fresh.peer);
    } catch (failure) {
      this.#gaveNoSession();
      if (failure instanceof SessionRefused) {
        this.#noteNoSession(`${failure.stage} refused`, () => redacted(failure.far, []));
        return attemptOfRefusedHello(failure, peer, this.#isMx);
      }
      if (!(failure instanceof ConnectionFailure)) throw failure;
      this.#noteNoSession(failure.reason, () => failure.message);
      return attemptOfFailedHello(failure, peer);
    }
  }

  async #send(
    connection: Connection,
    envelope: Envelope,
    message: WireMessage,
    deadline: number,
  ): Promise<Outcome> {
    const outcome = await connection.send(envelope, message, deadline);
    this.#pool.giveBack(connection);
    if (outcome.kind === 'rejected') {
      const localPart = envelope.forwardPath.slice(0, envelope.forwardPath.lastIndexOf('@'));
      this.#note(`${outcome.stage} rejected`, () => redacted(outcome.far, [localPart]));
    } else if (outcome.kind === 'lost') {
      this.#note(outcome.failure.reason, () => outcome.failure.message);
    }
    return outcome;
  }

  #note(event: string, detail: () => string): void {
    this.#log.debug(this.#fields(detail), `next hop: ${event}`);
  }

  /** A relay without which nothing goes out is our operator's business; the servers of the world are not. */
  #noteNoSession(event: string, detail: () => string): void {
    if (this.#isMx) this.#note(event, detail);
    else this.#log.warn(this.#fields(detail), `next hop: ${event}`);
  }

  /** @param detail asked for where the line is written, and nowhere else: a far text can be long */
  #fields(detail: () => string): object {
    return {
      host: this.#manners.host,
      get detail() {
        return detail();
      },
    };
  }
}

/**
 * A rested connection that fails before the final dot, or is out of step, tells nothing about the server of now:
 * a fresh one is tried once.
 */
function diedWhileResting(outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return !outcome.unknown;
  if (outcome.kind !== 'rejected') return false;
  if (outcome.stage === 'content' || outcome.stage === 'dot') return false;
  return outcome.far.code === 421 || outcome.far.code === 503;
}
