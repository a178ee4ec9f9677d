/** The load of nodes: below its limits in each second (V06, V11, V16), and none at rest (V06, V07, V16, V17). */

import type { MailLoad } from '#app/observe/mail-metrics.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import type { Machines } from '../machines.ts';
import type { FarServer } from '../models/far-server.ts';
import { SECOND } from '../world/world.ts';
import type { Judge } from './judge.ts';
import type { Attempt } from './records.ts';

/** The same as for the queue for room and the hold for a retry. */
const MOST_WAIT_FOR_ROOM = 1000;
const MOST_HELD = 100;
const MOST_HELD_OCTETS = 16_777_216;

/** Timers that always run: the receiver's check of its connections, and the history. The ledger's check ends. */
const TIMERS = 2;

/** Checks the nodes of a life. @param undercounting nodes that counted too few octets in memory at the last check */
export function checkBounds(judge: Judge, machines: Machines, undercounting: Set<string>): void {
  const { room } = judge.plan;
  const waiting = behindDot(judge);
  for (const [i, node] of machines.nodes.entries()) {
    const load = node?.load;
    if (load === undefined) continue;
    const address = machines.addresses[i] ?? '';
    const { octets, connections, waiting: queued } = load;
    const inMemory = octetsAt(address, waiting);
    if (octets > room) judge.broken('V06', `${octets} octets in memory, of ${room}`);
    // Between the end of a message and its reply there is one turn of the event loop: two checks cannot both be in it.
    const isUnder = octets < inMemory;
    if (isUnder && undercounting.has(address)) {
      judge.broken('V06', `${octets} octets in memory are counted, of ${inMemory}`);
    }
    if (isUnder) undercounting.add(address);
    else undercounting.delete(address);
    if (octets === 0 && queued.room > 0) tooMany(judge, load);
    if (connections > DEFAULT_LIMITS.connections) judge.broken('V06', `${connections} connections`);
    if (queued.room > MOST_WAIT_FOR_ROOM || queued.retry > MOST_HELD) tooMany(judge, load);
    const mailsHeld = queued.retry - judge.letters.underWay(address);
    const held = leastOctets(address, mailsHeld, waiting);
    if (held > MOST_HELD_OCTETS) judge.broken('V16', `${held} octets are held for a retry`);
    const endsSince = judge.endings.since.get(address) ?? judge.world.now;
    if (queued.retry > 0 && endsSince < judge.world.now - SECOND)
      judge.broken('V11', `${queued.retry} messages are held for a retry while ${address} ends`);
  }
}

function tooMany(judge: Judge, { waiting }: MailLoad): void {
  judge.broken('V16', `${JSON.stringify(waiting)} wait`);
}

/** Attempts without a verdict, whose dot was written; notes those whose dot was read by now. */
function behindDot({ attempts, world }: Judge): Attempt[] {
  const waiting = attempts.filter(
    ({ dotAt, overAt }) => dotAt !== undefined && overAt === Infinity,
  );
  for (const attempt of waiting) {
    const { wire } = attempt;
    if (wire && wire.end.readByPeer >= wire.octets && wire.isNext()) attempt.readAt ??= world.now;
  }
  return waiting;
}

/** The octets of so many deliveries of a node, at least: each recipient of a message may wait. */
function leastOctets(node: string, held: number, waiting: readonly Attempt[]): number {
  const its = waiting.filter((one) => one.node === node);
  const sizes = its.flatMap(({ job, accepted }) => accepted.map(() => job.octets.length));
  const least = sizes.toSorted((one, other) => one - other).slice(0, Math.max(held, 0));
  return least.reduce((sum, one) => sum + one, 0);
}

/** Octets of messages in the memory of a node: they arrived completely, without a verdict yet. */
function octetsAt(node: string, waiting: readonly Attempt[]): number {
  return waiting
    .filter((one) => one.node === node && one.readAt !== undefined)
    .filter(({ wire }) => wire && !wire.end.isCut && !wire.end.isPeerGone && !wire.end.isAnswered)
    .reduce((sum, { job }) => sum + job.octets.length, 0);
}

/** Nothing is left of any message: checks this, and ends the life. */
export function atRest(judge: Judge, machines: Machines, far: readonly FarServer[]): void {
  judge.isAtRest = true;
  judge.letters.check();
  judge.holds(() => judge.guards.checkReached());
  for (const node of machines.nodes) {
    const load = node?.load;
    if (node === undefined || load === undefined) {
      judge.broken('V02', 'a node is down at rest');
      continue;
    }
    const { octets, connections, waiting, nextHop } = load;
    if (octets > 0 || connections > 0) {
      judge.broken('V06', `${octets} octets and ${connections} connections at rest`);
    }
    if (waiting.room + waiting.slot + waiting.retry > 0) {
      judge.broken('V16', `${JSON.stringify(waiting)} wait at rest`);
    }
    if (nextHop.busy + nextHop.idle > 0) {
      judge.broken('V17', `${JSON.stringify(nextHop)} connections to far servers at rest`);
    }
    const timers = node.process.timers.size;
    if (timers > TIMERS) judge.broken('V07', `${timers} timers at rest`);
  }
  for (const [number, server] of far.entries()) {
    if (server.open > 0) judge.broken('V17', `${server.open} connections open at server ${number}`);
  }
  machines.end();
}
