/** One life of the service: its nodes, senders and remote servers, from the first mail until all is at rest and ended. */

import { stream } from './chance.ts';
import { checkDisk } from './judge/disk.ts';
import { Judge } from './judge/judge.ts';
import { atRest, checkBounds } from './judge/load.ts';
import { Machines } from './machines.ts';
import { farAddress } from './models/addresses.ts';
import { FarServer } from './models/far-server.ts';
import { FarSession } from './models/far-session.ts';
import { Sender } from './models/sender.ts';
import { SenderSession } from './models/sender-session.ts';
import { Network } from './network/network.ts';
import type { Plan } from './plan.ts';
import { Schedule } from './schedule.ts';
import { simulatedTls } from './network/tls.ts';
import { type Databases, simulatedDatabases } from './world/databases.ts';
import { simulatedGlobals } from './world/globals.ts';
import { HOUR, type Line, MINUTE, SECOND, World } from './world/world.ts';

export type Outcome = {
  failure: Judge['failure'];
  hash: number;
  counts: ReadonlyMap<string, number>;
  /** Microseconds of simulated time, and events. */
  time: number;
  events: number;
  /** Microseconds from each message's sending to its verdict. */
  verdicts: ReadonlyMap<number, number>;
};

/** The time in which every message must have its verdict after the last fault. */
const HEALING = 6 * HOUR;
const REST = 40 * MINUTE;

/** Must run as a task of its own. @param contents the messages by number @param keep receives the trace */
export function live(
  plan: Plan,
  contents: ReadonlyMap<number, Buffer>,
  databases: Databases,
  keep?: (line: Line) => void,
): Outcome {
  const world = new World(keep);
  const judge = new Judge(plan, world, contents);
  const schedule = new Schedule(plan, world);
  const network = new Network({ plan, world, judge, schedule });
  const file = databases.copy(plan);
  const setting = { plan, world, network, judge, schedule };
  const machines = new Machines({ ...setting, file, certificate: databases.certificate });
  const far = plan.far.map((its, number) => {
    const chance = stream(plan.seed, 'far server', number);
    const server = new FarServer({ ...setting, plan: its, number, chance });
    network.listen(farAddress(number), (end, from) => new FarSession(server, end, from));
    return server;
  });
  const sessionAt = (node: string, sender: Sender) => new SenderSession(node, sender);
  const senders = plan.senders.map(
    (its, number) =>
      new Sender({ ...setting, plan: its, number, nodes: machines.addresses, sessionAt }),
  );
  for (const mail of plan.mails) {
    senders[mail.sender]?.queue({
      mail,
      octets: contents.get(mail.content) ?? Buffer.alloc(0),
      pending: new Set(mail.recipients),
      attempts: 0,
      isDone: false,
      underWay: 0,
    });
  }
  machines.start();
  const watch = () => {
    if (judge.open === 0) return void world.in(REST, () => atRest(judge, machines, far));
    if (world.now > plan.healedAt + HEALING)
      judge.broken('V02', `${judge.open} mails have no verdict`);
    world.in(10 * SECOND, watch);
  };
  world.in(plan.healedAt, watch);
  const undercounting = new Set<string>();
  const look = () => {
    if (judge.isAtRest) return;
    checkBounds(judge, machines, undercounting);
    world.in(SECOND, look);
  };
  world.in(SECOND, look);

  const restored = [
    simulatedGlobals(),
    simulatedTls(),
    simulatedDatabases((process, statement) => machines.diskFault(process, statement)),
  ];
  try {
    if (!world.run()) judge.broken('V21', `after ${world.events} events the work does not end`);
    if (judge.failure === undefined) machines.checkEnded();
  } finally {
    machines.dispose();
    for (const restore of restored) restore();
  }
  checkDisk(file, judge);
  const { failure, counts, verdicts } = judge;
  return { failure, hash: world.hash, counts, time: world.now, events: world.events, verdicts };
}
