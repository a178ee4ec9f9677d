/** All connections of a world: programs listen at an address, and others connect to it. */

import { Server, type NetConnectOpts, type ServerOpts, Socket } from 'node:net';
import type { Chance } from '../chance.ts';
import { type Process, running } from '../world/process.ts';
import type { World } from '../world/world.ts';
import { SimulatedHandle, socketOver } from './handle.ts';
import { type CutKind, Link, type LinkBehaviour } from './link.ts';
import type { Program, TcpEnd } from './tcp-end.ts';

/** Accepts a connection. @returns false without an answer, as if the packets were lost */
type Accept = (end: TcpEnd, from: string) => void;

export type NetworkOptions = {
  world: World;
  /** Of the connection with this number. */
  behaviour: (number: number, from: string, to: string) => LinkBehaviour;
  chance: (number: number) => Chance;
  onCut: (kind: CutKind, link: Link) => void;
  /** How a connection to this address fails now; undefined: it does not. */
  unreachable: (to: string) => 'refused' | 'silent' | undefined;
};

export class Network {
  readonly #options: NetworkOptions;
  readonly #listening = new Map<string, Accept>();
  #connections = 0;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  listen(address: string, accept: Accept): void {
    this.#listening.set(address, accept);
  }

  stopListening(address: string): void {
    this.#listening.delete(address);
  }

  /** @returns the end of the caller, whose `program` gets the outcome */
  connect(from: string, to: string, program: Program): TcpEnd {
    const { world, behaviour, chance, onCut, unreachable } = this.#options;
    const number = this.#connections++;
    const link = new Link(
      world,
      `${from}>${to} #${number}`,
      behaviour(number, from, to),
      chance(number),
      (kind) => onCut(kind, link),
    );
    const { client, server } = link;
    client.program = program;
    const failure = unreachable(to);
    if (failure === 'silent') return client;
    // SYN, and its answer.
    link.carry(client, () => {
      const accept = failure === undefined ? this.#listening.get(to) : undefined;
      const isTaken = accept !== undefined;
      link.carry(server, () => {
        link.trace(client, isTaken ? 'connected' : 'refused');
        if (isTaken) client.program?.connected?.();
        else client.program?.refused?.();
      });
      accept?.(server, from);
    });
    return client;
  }

  /** The `connect` of a process: a real socket over a connection of this network. */
  connectOf(process: Process, address: string): (to: NetConnectOpts) => Socket {
    return (to) => {
      // A dead process completes its turn, without effect.
      if (!process.alive) return new Socket();
      const host = 'host' in to ? String(to.host) : '';
      let socket: Socket | undefined;
      const end = this.connect(address, host, { readable: () => {}, writable: () => {} });
      const handle = new SimulatedHandle(process, end, host);
      handle.isOpen = false;
      socket = socketOver(handle, { ...('onread' in to && to.onread && { onread: to.onread }) });
      Object.assign(end.program ?? {}, {
        connected: () =>
          process.event(() => {
            socket.emit('connect');
            handle.opened();
          }),
        refused: () =>
          process.event(() => socket.destroy(new Error(`connect ECONNREFUSED ${host}`))),
      });
      return socket;
    };
  }

  /** The `createServer` of a process. */
  createServerOf(process: Process, address: string) {
    return (options: ServerOpts, accepted: (socket: Socket) => void): Server =>
      new SimulatedServer(this, process, address, options, accepted);
  }
}

/** A server of node:net that listens in the network. */
class SimulatedServer extends Server {
  readonly #network: Network;
  readonly #address: string;
  readonly #accept: Accept;

  constructor(
    network: Network,
    process: Process,
    address: string,
    { allowHalfOpen = false, pauseOnConnect = false }: ServerOpts,
    accepted: (socket: Socket) => void,
  ) {
    super();
    this.#network = network;
    this.#address = address;
    const behaviour = { allowHalfOpen, pauseOnCreate: pauseOnConnect };
    this.#accept = (end, from) => {
      const handle = new SimulatedHandle(process, end, from);
      process.event(() =>
        accepted(socketOver(handle, { ...behaviour, readable: true, writable: true })),
      );
    };
    process.atEnd.push(() => network.stopListening(address));
  }

  override listen(...given: unknown[]): this {
    this.#network.listen(this.#address, this.#accept);
    const then = given.findLast((one) => typeof one === 'function');
    if (typeof then === 'function') running().setImmediate(() => void then());
    return this;
  }

  override address() {
    return { address: this.#address, family: 'IPv4', port: 25 };
  }

  override close(): this {
    this.#network.stopListening(this.#address);
    return this;
  }
}
