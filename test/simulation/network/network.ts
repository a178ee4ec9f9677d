/** All connections of a world: programs listen at an address, and others connect to it. */

import { Server, type NetConnectOpts, type ServerOpts, Socket } from 'node:net';
import { stream } from '../chance.ts';
import { farAddress } from '../models/addresses.ts';
import type { Setting } from '../schedule.ts';
import { type Process, running } from '../world/process.ts';
import { SimulatedHandle, socketOver } from './handle.ts';
import { Link } from './link.ts';
import type { Program, TcpEnd } from './tcp-end.ts';

type Accept = (end: TcpEnd, from: string) => void;

export class Network {
  readonly #options: Setting;
  readonly #listening = new Map<string, Accept>();
  #connections = 0;

  constructor(options: Setting) {
    this.#options = options;
  }

  listen(address: string, accept: Accept): void {
    this.#listening.set(address, accept);
  }

  /** @returns the end of the caller, whose `program` gets the outcome */
  connect(from: string, to: string, program: Program): TcpEnd {
    const { plan, world, judge, schedule } = this.#options;
    const number = this.#connections++;
    const link = new Link({
      world,
      name: `${from}>${to} #${number}`,
      path: plan.network,
      cut: schedule.find('cut', ({ connection }) => connection === number)?.cut,
      chance: stream(plan.seed, 'link', number),
      onCut: (kind) => judge.tookEffect(`cut: ${kind}`),
    });
    const { client, server } = link;
    client.program = program;
    const isTo = (one: { server: number }) => farAddress(one.server) === to;
    const failure = schedule.now('unreachable', isTo)?.how;
    if (failure) judge.tookEffect(`connection: ${failure}`);
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
      const end = this.connect(address, host, { readable: () => {}, writable: () => {} });
      const handle = new SimulatedHandle(process, end, host);
      handle.isOpen = false;
      const socket = socketOver(handle, {
        ...('onread' in to && to.onread && { onread: to.onread }),
      });
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

  /** The `createServer` of a process: a server of node:net that listens in the network. */
  createServerOf(process: Process, address: string) {
    return (
      { allowHalfOpen = false, pauseOnConnect = false }: ServerOpts,
      accepted: (socket: Socket) => void,
    ): Server => {
      const behaviour = { allowHalfOpen, pauseOnCreate: pauseOnConnect };
      const accept: Accept = (end, from) => {
        const handle = new SimulatedHandle(process, end, from);
        process.event(() =>
          accepted(socketOver(handle, { ...behaviour, readable: true, writable: true })),
        );
      };
      const stop = () => void this.#listening.delete(address);
      process.atEnd.push(stop);
      const server = new Server();
      return Object.assign(server, {
        listen: (...given: unknown[]) => {
          this.listen(address, accept);
          const then = given.findLast((one) => typeof one === 'function');
          if (typeof then === 'function') running().setImmediate(() => void then());
          return server;
        },
        address: () => ({ address, family: 'IPv4', port: 25 }),
        close: () => {
          stop();
          return server;
        },
      });
    };
  }
}
