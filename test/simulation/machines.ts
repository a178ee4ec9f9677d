/** The machines of a life: their nodes, and the ways in which a node ends and starts again. */

import { type Chance, stream } from './chance.ts';
import { userOf } from './models/addresses.ts';
import { recordsOf, simulatedDns } from './models/dns.ts';
import { NetworkDatabase } from './models/network-database.ts';
import { spamFilter } from './models/spam-filter.ts';
import { Node } from './node.ts';
import type { DatabaseFault, DiskFault, Occasion } from './faults.ts';
import type { Of } from './plan.ts';
import { Owners } from './owners.ts';
import type { Network } from './network/network.ts';
import type { Setting } from './schedule.ts';
import { openedStore, type Statement } from './world/databases.ts';
import { Process } from './world/process.ts';
import { MINUTE, SECOND } from './world/world.ts';

export type MachinesOptions = Setting & {
  network: Network;
  /** The database of all nodes, and the files with their certificate. */
  file: string;
  certificate: { cert: string; key: string };
};

/** The longest graceful shutdown: a message that has just come in, and the timeout for its remote server. */
const LONGEST_END = 20 * MINUTE;

export class Machines {
  readonly addresses: readonly string[];
  /** The node of each machine; undefined while it is down. */
  readonly nodes: (Node | undefined)[];
  readonly #options: MachinesOptions;
  readonly #starts: number[];
  /** How often each machine reached each call. */
  readonly #calls = new Map<string, number>();
  readonly #chance: Chance;
  /** The time at which a node began its graceful shutdown. */
  readonly #ending = new WeakMap<Node, number>();
  /** How often each has occurred. */
  readonly #occasions = new Map<Occasion, number>();
  readonly #database: NetworkDatabase | undefined;
  #owners: Owners | undefined;

  constructor(options: MachinesOptions) {
    const { plan } = options;
    this.#options = options;
    this.addresses = plan.nodes.map((_, i) => `47.${i}.0.1`);
    this.nodes = plan.nodes.map(() => undefined);
    this.#starts = plan.nodes.map(() => 0);
    this.#chance = stream(plan.seed, 'machines');
    if (plan.hasNetworkDatabase) {
      const { world, judge, file, schedule } = options;
      this.#database = new NetworkDatabase({
        world,
        chance: stream(plan.seed, 'database'),
        file,
        onFault: (error) => judge.fault('database', error),
        resetBehind: (number) => schedule.find('database-reset', ({ call }) => call === number),
        onReset: () => {
          for (const node of this.addresses) judge.storeFault(node, 'database: reset');
        },
      });
    }
  }

  start(): void {
    const { schedule, world, judge } = this.#options;
    // A database in the network is there before.
    world.in(this.#database ? SECOND / 100 : 0, () => {
      for (const i of this.nodes.keys()) this.#boot(i);
    });
    for (const { node, at } of schedule.all('kill')) world.in(at, () => this.#kill(node, 'killed'));
    for (const { node, at, us } of schedule.all('stall')) {
      world.in(at, () => {
        judge.tookEffect('process: stalled');
        this.nodes[node]?.process.stall(us);
      });
    }
    for (const { node, at, ms } of schedule.all('clock')) {
      world.in(at, () => {
        const process = this.nodes[node]?.process;
        if (process) process.skew += ms;
        judge.tookEffect('process: its clock jumps');
      });
    }
    for (const { node, at, killedAfter } of schedule.all('restart')) {
      world.in(at, () => this.#restart(node, killedAfter));
    }
    this.#owners = new Owners({ ...this.#options, database: this.#database }, this);
    this.#owners.begin();
    judge.onOccasion = (what, address) => this.#occasion(what, address);
  }

  /** Shuts all of them down gracefully. */
  end(): void {
    for (const i of this.nodes.keys()) this.#end(i);
  }

  /** The life is over: every node must have ended. */
  checkEnded(): void {
    const { judge } = this.#options;
    if (this.nodes.some((node) => node?.process.alive)) judge.broken('V11', 'a node has not ended');
  }

  /** Closes the remains of an aborted life. */
  dispose(): void {
    for (const node of this.nodes) node?.process.die('the life is over');
    this.#database?.end();
  }

  diskFault(process: Process, statement: Statement): DiskFault | undefined {
    const { schedule, judge } = this.#options;
    const i = this.nodes.findIndex((node) => node?.process === process);
    const isHere = (one: Of<'disk'>) => (one.atCommit === true) === (statement === 'COMMIT');
    const found = schedule.now('disk', (one) => one.node === i && isHere(one));
    if (found === undefined) return undefined;
    judge.storeFault(
      this.addresses[i],
      `disk: ${found.fault}${found.atCommit ? ', at a commit' : ''}`,
    );
    return found.fault;
  }

  /** The answers of the list to a client. @param client in reverse */
  #listed(client: string): string[] {
    const { schedule, judge } = this.#options;
    const [, , sender = '', network = ''] = client.split('.');
    const isClient = network === '46';
    const isIts = ({ how, sender: its }: Of<'list'>) =>
      how === 'listed'
        ? isClient && its === Number(sender)
        : // A resolver may still have an earlier answer about the test address.
          isClient || how === 'everybody' || its % 2 === 0;
    const found = schedule.now('list', isIts);
    if (found === undefined) return [];
    judge.tookEffect(`list: ${found.how}`);
    return [found.how === 'refuses' ? '127.255.255.254' : '127.0.0.2'];
  }

  #databaseFault(i: number): DatabaseFault | undefined {
    const { schedule, judge } = this.#options;
    const found = schedule.now('database', ({ node }) => node === i);
    const fault = this.#database?.isDown ? 'error' : found?.fault;
    if (fault === undefined) return undefined;
    // A slow one completes every call.
    if (fault === 'slow') judge.tookEffect('database: slow');
    else judge.storeFault(this.addresses[i], `database: ${fault}`);
    return fault;
  }

  #boot(i: number): void {
    const { plan, world, network, judge, file, certificate, schedule } = this.#options;
    const address = this.addresses[i] ?? '';
    const start = (this.#starts[i] = (this.#starts[i] ?? 0) + 1);
    const process = new Process({
      world,
      name: `node ${i}`,
      chance: stream(plan.seed, 'process', i, start),
      skew: plan.nodes[i] ?? 0,
      onFault: (error) => judge.fault(address, error),
      diesAt: (call, place) => {
        const key = `${i} ${call} ${place}`;
        const number = this.#calls.get(key) ?? 0;
        this.#calls.set(key, number + 1);
        const isIt = (one: Of<'kill-at-call'>) =>
          one.node === i && one.call === call && one.place === place && one.number === number;
        const dies = schedule.find('kill-at-call', isIt) !== undefined;
        if (dies) judge.tookEffect(`killed ${place} a ${call}`);
        return dies;
      },
    });
    const node = new Node({
      process,
      network,
      address,
      random: stream(plan.seed, 'engine', i, start).random,
      openStore: () =>
        this.#database?.storeOf({
          process,
          chance: stream(plan.seed, 'way to the database', i, start),
          fault: () => this.#databaseFault(i),
        }) ?? openedStore(file, process.clock.date),
      plan,
      onUnconfirmed: (realEmail) => {
        judge.guards.reached(address, userOf(realEmail));
        this.#owners?.ask(node, userOf(realEmail));
      },
      openRequests: spamFilter({
        ...this.#options,
        process,
        node: address,
        chance: stream(plan.seed, 'filter', i),
      }),
      certificate: plan.senders.some(({ tls }) => tls) ? certificate : undefined,
      dns: simulatedDns(
        process,
        stream(plan.seed, 'dns', i, start),
        () => {
          const found = schedule.now('dns', () => true);
          if (found) judge.tookEffect(`dns: ${found.how}`);
          return found;
        },
        (name) => recordsOf(name, plan.far, (client) => this.#listed(client)),
      ),
      onEnd: (timers) => {
        if (timers > 0) judge.broken('V07', `${timers} timers after an orderly end`);
      },
      onFault: (error) => judge.fault(address, error),
    });
    this.nodes[i] = node;
    process.atEnd.push(() => this.#ended(i, node));
    node.start();
  }

  #ended(i: number, node: Node): void {
    const { judge, world } = this.#options;
    if (this.nodes[i] !== node) return;
    const since = this.#ending.get(node) ?? world.now;
    const end = { node: this.addresses[i] ?? '', at: world.now, since };
    judge.ends.push(end);
    judge.endings.since.delete(end.node);
    if (!node.isEnded) {
      judge.deaths.push(end);
      judge.tookEffect('crashes');
    }
    this.nodes[i] = undefined;
    if (judge.isAtRest) return;
    const down = this.#chance.oneOf([0.05, 1, 10]) * SECOND;
    world.in(this.#chance.about(down), () => this.#boot(i));
  }

  #kill(i: number, how: string): void {
    const { judge } = this.#options;
    const process = this.nodes[i]?.process;
    if (process === undefined || judge.isAtRest) return;
    judge.tookEffect(`process: ${how}`);
    process.die(how);
  }

  #end(i: number): void {
    const { judge, world } = this.#options;
    const node = this.nodes[i];
    if (node === undefined || this.#ending.has(node)) return;
    this.#ending.set(node, world.now);
    node.process.event(() => {
      judge.endings.since.set(this.addresses[i] ?? '', world.now);
      void node.close();
    });
    world.in(LONGEST_END, () => {
      if (this.nodes[i] === node) judge.broken('V11', `node ${i} does not end`);
    });
  }

  #restart(i: number, killedAfter: number): void {
    const { judge, world } = this.#options;
    const node = this.nodes[i];
    if (node === undefined) return;
    // A process does not handle signals until it has started.
    if (!node.isReady) return this.#kill(i, 'killed');
    judge.tookEffect('process: ended in order');
    this.#end(i);
    if (killedAfter === 0) return;
    world.in(killedAfter, () => {
      if (this.nodes[i] === node) this.#kill(i, 'killed while it ends');
    });
  }

  #occasion(what: Occasion, address: string): void {
    const { schedule, world, judge } = this.#options;
    const number = this.#occasions.get(what) ?? 0;
    this.#occasions.set(what, number + 1);
    const isIt = (one: Of<'end-after'>) => one.what === what && one.number === number;
    const found = schedule.find('end-after', isIt);
    if (found === undefined) return;
    const i = this.addresses.indexOf(address);
    world.in(found.us, () => {
      if (found.how === 'killed') this.#kill(i, `killed behind: ${what}`);
      else if (!judge.isAtRest) this.#restart(i, 0);
    });
  }
}
