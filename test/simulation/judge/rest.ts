/** At rest nothing is left of any message: no octets, connections, timers or waits. */

import type { FarServer } from '../models/far-server.ts';
import type { Machines } from '../machines.ts';
import type { Judge } from './judge.ts';

/** Timers that always run: the receiver's check of its connections, and the history. The ledger's check ends. */
const TIMERS = 2;

/** Checks, and ends the life. */
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
