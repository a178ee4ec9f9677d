/** The receiving server: listens, counts connections, and starts a session with its own policy for each. */

import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '#time/clock.ts';
import { formatReply, type Reply } from '../reply.ts';
import { announced } from '#network/announced.ts';
import { readShared } from '#runtime/shared-read.ts';
import { Budget } from './memory/budget.ts';
import { Connection, type ConnectionSettings } from './connection.ts';
import { IdleOrder } from './idle-order.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { ConnectedClient, PolicyFactory } from './policy.ts';
import * as replies from './replies.ts';
import { RoomQueue } from './memory/room-queue.ts';
import { Slabs } from './memory/slabs.ts';
import type { SessionSettings } from './wire.ts';

/** The interval between checks of waiting connections, in milliseconds. */
const CHECK_MS = 1000;
/** The time that message memory may stay unused, in milliseconds; it is released after at most twice that. */
const TRIM_MS = 10_000;

/** The shape of node:net's createServer. */
export type CreateServer = (options: ServerOpts, accepted: (socket: Socket) => void) => Server;

export type ReceiverOptions = Pick<SessionSettings, 'hostname' | 'onFault'> &
  Partial<Pick<ConnectionSettings, 'onEnd' | 'onRecipient' | 'onGarbage'>> & {
    policy: PolicyFactory;
    clock: Clock;
    /** Absent: the one of node:net. */
    createServer?: CreateServer;
    limits?: Partial<Limits>;
    /** Octets of all messages in memory, and the fraction of them that one address block may use (0 to 1). */
    inFlight: { octets: number; blockShare: number };
    /** The address block to which an address belongs. */
    blockOf: (address: string) => string;
    /** Peers that must name the client by the PROXY protocol; absent: no peer may do so. */
    isProxy?: (address: string) => boolean;
    /** The current certificate for STARTTLS; absent or undefined: not offered. */
    secureContext?: () => SecureContext | undefined;
  };

export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #limits: Limits;
  readonly #budget: Budget;
  readonly #roomQueue: RoomQueue;
  readonly #slabs = new Slabs();
  readonly #servers: Server[] = [];
  readonly #onEnd: (last: Reply) => void;
  readonly #connections = new Set<Connection>();
  readonly #idle = new IdleOrder<Connection>();
  readonly #perBlock = new Map<string, number>();
  /** The next time to release unused memory of messages. */
  #trimAt = 0;
  #cancelCheck: () => void = () => {};
  /** Connections of proxies that have not sent their client's address yet. */
  #unannounced = 0;
  #draining = false;
  #drained: () => void = () => {};

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#onEnd = options.onEnd ?? (() => {});
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#budget = new Budget(options.inFlight.octets, options.inFlight.blockShare);
    this.#roomQueue = new RoomQueue(this.#budget, options.clock, this.#limits.roomMs);
  }

  /** Octets of all messages in memory now. */
  get inFlightOctets(): number {
    return this.#budget.used;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Transactions that wait for memory. */
  get waiting(): number {
    return this.#roomQueue.waiting;
  }

  /**
   * May be called again for another port.
   * @param reusePort shares the port with other processes that set it too: each connection goes to one of them
   * @returns the port, which the system chooses if `port` is 0. Rejects if the port is not available.
   */
  async listen(port: number, host: string, reusePort = false): Promise<number> {
    // Half-open: a client that has closed its side still gets the verdict on its message.
    const serverOptions = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true };
    const create = this.#options.createServer ?? createServer;
    const server = create(serverOptions, (accepted) => this.#accept(accepted));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024, reusePort }, resolve);
    await promise;
    server.off('error', reject);
    server.on('error', this.#options.onFault);
    if (this.#servers.length === 0) this.#scheduleCheck();
    this.#servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /**
   * Accepts no new connection, sends 421 to idle clients, and resolves when the last connection is closed.
   * @param graceMs for messages that are still being received; a complete one gets its verdict, however long that takes
   */
  async close(graceMs = 20_000): Promise<void> {
    this.#draining = true;
    const cancel = this.#options.clock.after(graceMs, () => {
      for (const connection of this.#connections) connection.interrupt();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    for (const server of this.#servers) server.close();
    for (const connection of this.#connections) connection.drain();
    this.#roomQueue.close();
    if (this.#connections.size === 0) resolve();
    await promise;
    cancel();
    this.#cancelCheck();
    // Not left to the garbage collector: 64 MiB outside its heap start a full collection.
    this.#slabs.close();
  }

  #accept(accepted: Socket): void {
    const address = accepted.remoteAddress;
    // The client has already left.
    if (address === undefined) return void accepted.destroy();
    if (this.#options.isProxy?.(address)) this.#acceptProxied(accepted);
    else this.#admit(accepted, address, Buffer.alloc(0));
  }

  /** A health check by the proxy counts under the proxy's own address. */
  #acceptProxied(accepted: Socket): void {
    if (this.#unannounced >= this.#limits.connections) return void accepted.destroy();
    this.#unannounced += 1;
    announced(
      accepted,
      this.#options.clock.after,
      ({ address, rest }) => this.#admit(accepted, address, rest),
      () => {
        this.#unannounced -= 1;
      },
    );
  }

  /** @param early the client's octets before our greeting */
  #admit(accepted: Socket, address: string, early: Buffer): void {
    const block = this.#options.blockOf(address);
    const inBlock = this.#perBlock.get(block) ?? 0;
    if (this.#draining) return this.#refuse(accepted, replies.SHUTTING_DOWN);
    if (inBlock >= this.#limits.connectionsPerBlock) {
      return this.#refuse(accepted, replies.TOO_MANY_CONNECTIONS);
    }
    const full = this.#connections.size >= this.#limits.connections;
    if (full && !this.#evict(this.#limits.evictionMs)) {
      return this.#refuse(accepted, replies.OVERLOADED);
    }
    const client: ConnectedClient = { address, helo: '', esmtp: false, tls: null };
    const policy = this.#options.policy(client);
    if ('code' in policy) return this.#refuse(accepted, policy);
    const socket = readShared(accepted, (octets) => connection.received(octets));
    const connection = new Connection(socket, client, policy, {
      hostname: this.#options.hostname,
      limits: this.#limits,
      budget: this.#budget,
      roomQueue: this.#roomQueue,
      slabs: this.#slabs,
      block,
      clock: this.#options.clock,
      tlsOffered: () => this.#options.secureContext?.() !== undefined,
      secureContext: () => this.#options.secureContext?.(),
      onEnd: this.#onEnd,
      onRecipient: this.#options.onRecipient ?? (() => {}),
      onGarbage: this.#options.onGarbage ?? (() => {}),
      onActivity: (active, at) =>
        active.isIdle ? this.#idle.add(active, at) : this.#idle.delete(active),
      onFault: this.#options.onFault,
    });
    this.#perBlock.set(block, inBlock + 1);
    this.#connections.add(connection);
    socket.once('close', () => {
      this.#forget(connection, block);
      // The system's handle keeps the socket until the next full garbage collection: it must not keep our objects alive.
      socket.removeAllListeners();
    });
    if (early.length > 0) connection.received(early);
    connection.open();
  }

  #refuse(socket: Socket, answer: Reply): void {
    this.#onEnd(answer);
    socket.on('error', () => {});
    socket.end(formatReply(answer));
    // Further octets from the client are not read.
    socket.destroySoon();
  }

  /** Closes the idlest connection. @returns false if no connection has been idle for `ms` */
  #evict(ms: number): boolean {
    const idlest = this.#idle.take(this.#options.clock.now() - ms);
    idlest?.evict();
    return idlest !== undefined;
  }

  /** Closes the surplus of idle connections, the idlest first. */
  #relieve(): void {
    const { connections, pressureShare, pressureCommandMs } = this.#limits;
    let excess = this.#connections.size - connections * pressureShare;
    while (excess > 0 && this.#evict(pressureCommandMs)) excess--;
  }

  #forget(connection: Connection, block: string): void {
    this.#connections.delete(connection);
    this.#idle.delete(connection);
    const left = (this.#perBlock.get(block) ?? 1) - 1;
    if (left > 0) this.#perBlock.set(block, left);
    else this.#perBlock.delete(block);
    if (this.#draining && this.#connections.size === 0) this.#drained();
  }

  #scheduleCheck(): void {
    this.#cancelCheck = this.#options.clock.after(CHECK_MS, () => {
      const now = this.#options.clock.now();
      this.#relieve();
      for (const connection of this.#connections) connection.checkTime(now);
      if (now >= this.#trimAt) {
        this.#slabs.trim();
        this.#trimAt = now + TRIM_MS;
      }
      this.#scheduleCheck();
    });
  }
}
