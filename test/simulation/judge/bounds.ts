/** Each second: octets, connections and queues of every node stay below their limits (V06, V16). */

import type { MailLoad } from '#app/observe/mail-metrics.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import type { Machines } from '../machines.ts';
import type { Judge } from './judge.ts';

/** As the queue for room and the hold for a retry have it. */
const MOST_WAIT_FOR_ROOM = 1000;
const MOST_HELD = 100;

export function checkBounds(judge: Judge, machines: Machines): void {
  const { room } = judge.plan;
  judge.look();
  for (const [i, node] of machines.nodes.entries()) {
    const load = node?.load;
    if (load === undefined) continue;
    const address = machines.addresses[i] ?? '';
    const { octets, connections, waiting } = load;
    const inMemory = judge.octetsAt(address);
    if (octets > room) judge.broken('V06', `${octets} octets in memory, of ${room}`);
    // Between the end of a mail and its reply lies one turn of the event loop: two looks do not both fall into it.
    const isUnder = octets < inMemory;
    if (isUnder && judge.undercounting.has(address)) {
      judge.broken('V06', `${octets} octets in memory are counted, of ${inMemory}`);
    }
    if (isUnder) judge.undercounting.add(address);
    else judge.undercounting.delete(address);
    if (octets === 0 && waiting.room > 0) tooMany(judge, load);
    if (connections > DEFAULT_LIMITS.connections) judge.broken('V06', `${connections} connections`);
    if (waiting.room > MOST_WAIT_FOR_ROOM || waiting.retry > MOST_HELD) tooMany(judge, load);
  }
}

function tooMany(judge: Judge, { waiting }: MailLoad): void {
  judge.broken('V16', `${JSON.stringify(waiting)} wait`);
}
