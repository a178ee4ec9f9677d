import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Peer, TrustFault } from '../../delivery.ts';
import type { MailLog } from '../../mail-log.ts';
import {
  type ClientConnection,
  type ConnectionContext,
  openConnection,
  type TimeLimits,
} from '../session/client-connection.ts';
import { ConnectionFailure } from '../session/connection-failure.ts';
import type { Endpoint } from '../session/dial.ts';
import { redacted } from '../session/far-reply.ts';
import { type HelloOptions, SessionRefused } from '../session/hello.ts';
import { Stopwatch } from '../session/stopwatch.ts';
import type { TransactionOutcome } from '../session/transaction.ts';
import { faultOf, type RequiredProof } from '../tls/connection-proof.ts';
import { type FoundPolicies, tlsOutcomes, type TlsSessionResult } from '../tls/tls-session.ts';
import { ConnectionPool } from './connection-pool.ts';
import {
  type BackOffScope,
  deferral,
  type HostResult,
  resultOfFault,
  resultOfLoss,
  resultOfRefusedSession,
  resultOfTransaction,
} from './host-result.ts';
import type { ConnectionCount, NextHop } from './next-hop.ts';

/**
 * RFC 5321 section 4.5.4.1: a server that did not establish a session, or asked us to slow down, is tried after the domain's
 * other servers for this time.
 */
const AVOIDED_MS = 60_000;

/**
 * The largest number of messages over one connection. Many servers on the internet close at 100; a relay is the operator's own choice,
 * and one with a lower limit answers 421: the message then goes over a new connection.
 */
const MESSAGES_TO_MX = 100;
const MESSAGES_TO_RELAY = 1000;

const TOO_MANY_WAIT = 'Too many messages waiting for the destination mail server';

/** A server that is tried now: its addresses, and the proof that it must give. */
export type LocatedServer = Endpoint & {
  proof: RequiredProof;
  /** The server name sent in the TLS handshake; absent: its own name. */
  serverName?: string;
  /** A proof that is only counted: the domain's policy is in testing mode. */
  testing?: RequiredProof | 'mx-not-in-policy';
  /** For reports on TLS; absent if the server was not found by MX. */
  policies?: FoundPolicies;
};

/** One server and our connections to it. */
export class Host {
  readonly #options: HelloOptions;
  readonly #isMx: boolean;
  readonly #context: ConnectionContext;
  readonly #log: MailLog;
  readonly #pool: ConnectionPool;
  #avoidedUntil = 0;
  /** The end of the host's back-off. A message that it accepts meanwhile was sent before. */
  #slowUntil = 0;

  /** @param isMx whether the host was found by MX, as opposed to configured by the operator */
  constructor(options: HelloOptions, isMx: boolean, context: ConnectionContext, log: MailLog) {
    this.#options = options;
    this.#isMx = isMx;
    this.#log = log;
    const pool = new ConnectionPool(context.clock, isMx ? MESSAGES_TO_MX : MESSAGES_TO_RELAY);
    this.#pool = pool;
    this.#context = { ...context, onQuit: (closed) => pool.awaitClose(closed) };
  }

  /** Whether the host has neither connections nor messages, so that it may be dropped. */
  get empty(): boolean {
    return this.#pool.empty;
  }

  get connections(): ConnectionCount {
    return this.#pool.connections;
  }

  /**
   * Waits for a slot in the connection pool and sends the message, on an idle connection or on a new one. Never rejects.
   * @param lastChoice whether the other servers are tried later
   * @param backOff consulted after a wait: the host may have asked us to back off meanwhile
   * @returns undefined if the host recently failed to establish a session, fails during the wait, or is in back-off, and is not the
   * last choice
   */
  async attempt(
    server: LocatedServer,
    envelope: Envelope,
    message: WireMessage,
    limits: TimeLimits,
    lastChoice: boolean,
    backOff: Pick<NextHop, 'backingOff'>,
  ): Promise<HostResult | undefined> {
    const { clock } = this.#context;
    for (;;) {
      const avoided = clock.now() < Math.max(this.#avoidedUntil, this.#slowUntil);
      if (!lastChoice && avoided) return undefined;
      const slot = this.#pool.acquireSlot(limits.deadline, lastChoice);
      const granted = slot === true || (await this.#timedWait(slot));
      if (!granted) {
        if (!lastChoice && clock.now() < limits.deadline) return undefined;
        return { delivery: deferral('4.4.5', TOO_MANY_WAIT, 'wait'), tryNextHost: true };
      }
      let askedToBackOff = false;
      try {
        const pause = slot === true ? undefined : backOff.backingOff(envelope.forwardPath);
        if (pause) return { delivery: { kind: 'deferred', reply: pause }, tryNextHost: false };
        const result = await this.#sendOverPool(server, envelope, message, limits);
        // While other connections are busy, a 421 means one connection too many. The limit has been lowered; the message waits for
        // a slot again, unless another server is tried first.
        const oneTooMany = result.tooManyConnections && this.#pool.othersBusy;
        askedToBackOff = result.backOff !== undefined;
        if (result.backOff !== undefined) this.#backOff(result.backOff);
        else if (result.delivery.kind === 'accepted') this.#succeeded();
        if (!oneTooMany) return result;
      } finally {
        // The slot is released after the caller has recorded the back-off, at the end of this turn of the event loop.
        if (askedToBackOff) setImmediate(() => this.#pool.releaseSlot());
        else this.#pool.releaseSlot();
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #timedWait(slot: Promise<boolean>): Promise<boolean> {
    const { clock, onStage } = this.#context;
    const stopwatch = new Stopwatch('wait', clock, onStage);
    const granted = await slot;
    stopwatch.stop();
    return granted;
  }

  #backOff(scope: BackOffScope): void {
    if (scope === 'recipient') return;
    this.#pool.backOff();
    if (this.#avoidedUntil > this.#context.clock.now()) return;
    this.#slowUntil = this.#context.clock.now() + AVOIDED_MS;
    this.#pool.turnAway();
  }

  #succeeded(): void {
    this.#avoidedUntil = 0;
    this.#pool.succeeded();
  }

  #gaveNoSession(): void {
    this.#avoidedUntil = this.#context.clock.now() + AVOIDED_MS;
    this.#pool.turnAway();
  }

  async #sendOverPool(
    server: LocatedServer,
    envelope: Envelope,
    message: WireMessage,
    limits: TimeLimits,
  ): Promise<HostResult> {
    const { clock } = this.#context;
    const { proof, serverName } = server;
    const fault = (one: ClientConnection) => faultOf(proof, one.proof, clock.date());
    const idle = this.#pool.takeIdle((one) => fault(one) === undefined);
    if (idle) {
      const outcome = await idle.send(envelope, message, limits.deadline);
      this.#ended(idle, envelope, outcome);
      const inTime = clock.now() < limits.deadline;
      if (!inTime || !diedWhileIdle(outcome)) return this.#resultOf(outcome, idle, server);
    }
    const peer: Peer = { host: this.#options.host, tls: null };
    const options = {
      ...this.#options,
      ...(proof.kind !== 'any' && { tls: 'demanded' as const }),
      ...(serverName !== undefined && { serverName }),
    };
    try {
      await this.#pool.roomToConnect();
      const fresh = await openConnection(server, options, this.#context, limits);
      const lacking = fault(fresh);
      if (lacking !== undefined) {
        this.#pool.discard(fresh);
        return this.#untrusted(lacking, server, fresh.peer);
      }
      const outcome = await fresh.send(envelope, message, limits.deadline);
      this.#ended(fresh, envelope, outcome);
      return this.#resultOf(outcome, fresh, server);
    } catch (failure) {
      const lacking = proof.kind === 'any' ? undefined : trustFault(failure);
      if (lacking !== undefined) return this.#untrusted(lacking, server, peer);
      this.#gaveNoSession();
      if (failure instanceof SessionRefused) {
        this.#noteNoSession(`${failure.stage} rejected`, () => redacted(failure.far, []));
        return resultOfRefusedSession(failure, peer, this.#isMx);
      }
      if (!(failure instanceof ConnectionFailure)) throw failure;
      this.#noteNoSession(failure.reason, () => failure.message);
      return resultOfLoss(failure, false, peer);
    }
  }

  #resultOf(
    outcome: TransactionOutcome,
    { peer, tlsFailed, proof: given }: ClientConnection,
    { proof: { kind }, testing, policies }: LocatedServer,
  ): HostResult {
    if (!this.#isMx) return resultOfTransaction(outcome, { peer, tlsFailed });
    const { onProof, clock } = this.#context;
    onProof(kind, 'ok');
    const tried =
      typeof testing === 'object' ? (faultOf(testing, given, clock.date()) ?? 'ok') : testing;
    if (tried !== undefined) onProof('testing', tried);
    const lacking = tlsFailed ? 'handshake' : 'no-starttls';
    const inClear = given === undefined ? lacking : undefined;
    this.#report(policies, { kind, fault: undefined, testing: tried, inClear });
    return resultOfTransaction(outcome, { peer: { ...peer, proof: kind }, tlsFailed });
  }

  /** Does not mean that the server is down: it is not avoided, and waiting messages are not sent away. */
  #untrusted(fault: TrustFault, server: LocatedServer, peer: Peer): HostResult {
    const { kind } = server.proof;
    this.#context.onProof(kind, fault);
    this.#report(server.policies, { kind, fault, testing: undefined, inClear: undefined });
    this.#note(`untrusted: ${fault}`, () => kind);
    return resultOfFault(fault, peer);
  }

  #report(policies: FoundPolicies | undefined, result: TlsSessionResult): void {
    const { onTlsSession } = this.#context;
    if (onTlsSession === undefined || policies === undefined) return;
    const outcomes = tlsOutcomes(policies, result);
    onTlsSession({ domain: policies.domain, host: this.#options.host, outcomes });
  }

  /** A transaction is over. */
  #ended(connection: ClientConnection, envelope: Envelope, outcome: TransactionOutcome): void {
    this.#pool.giveBack(connection);
    if (outcome.kind === 'rejected') {
      const localPart = envelope.forwardPath.slice(0, envelope.forwardPath.lastIndexOf('@'));
      this.#note(`${outcome.stage} rejected`, () => redacted(outcome.far, [localPart]));
    } else if (outcome.kind === 'lost') {
      this.#note(outcome.failure.reason, () => outcome.failure.message);
    }
  }

  #note(event: string, detail: () => string): void {
    this.#log.debug(this.#fields(detail), `next hop: ${event}`);
  }

  /** The operator is warned about the relay, on which all outgoing mail depends, but not about servers on the Internet. */
  #noteNoSession(event: string, detail: () => string): void {
    if (this.#isMx) this.#note(event, detail);
    else this.#log.warn(this.#fields(detail), `next hop: ${event}`);
  }

  /** @param detail called only if the line is written: a server's text can be long */
  #fields(detail: () => string): object {
    return {
      host: this.#options.host,
      get detail() {
        return detail();
      },
    };
  }
}

/** The trust fault if the server failed before its certificate; undefined for other failures. */
function trustFault(failure: unknown): TrustFault | undefined {
  if (!(failure instanceof ConnectionFailure)) return undefined;
  if (failure.reason === 'no-starttls') return 'no-starttls';
  return failure.reason === 'tls' ? 'handshake' : undefined;
}

/**
 * Whether an idle connection failed before the final dot, or its session was out of sync. This does not show the server's
 * present state, so the message is sent again on a new connection.
 */
function diedWhileIdle(outcome: TransactionOutcome): boolean {
  if (outcome.kind === 'lost') return !outcome.unknown;
  if (outcome.kind !== 'rejected') return false;
  if (outcome.stage === 'content' || outcome.stage === 'dot') return false;
  return outcome.far.code === 421 || outcome.far.code === 503;
}
