import { runLoad } from '../load/load.ts';
import { treeCpuMs } from '../measure/processes.ts';
import type { ProofFinding, Ground } from './finding.ts';

const MESSAGES = 100_000;
/** The system distributes connections between the processes at random: this number reaches both. */
const CONNECTIONS = 50;
/** Least part of the CPU of each of two processes that both carry mail. */
const LEAST_SHARE = 0.1;

/** A long run without faults. */
export async function endurance(ground: Ground): Promise<ProofFinding> {
  const { messages, seen, kept } = await longRun(ground, 20);
  return { promise: `${messages} messages: none lost, none repeated, none short`, seen, kept };
}

/** The same through two processes on one port and one database. */
export async function enduranceOfTwo(ground: Ground): Promise<ProofFinding> {
  const [one = 0, two = 0, ...others] = ground.engine.pids;
  const spent = () => [treeCpuMs(one), treeCpuMs(two)] as const;
  const before = spent();
  const { messages, seen, kept } = await longRun(ground, CONNECTIONS);
  const after = spent();
  const share = (after[0] - before[0]) / (after[0] + after[1] - before[0] - before[1]);
  const both = share >= LEAST_SHARE && share <= 1 - LEAST_SHARE;
  const database = others.length === 0 ? 'the embedded database' : 'PostgreSQL';
  return {
    promise: `${messages} messages through two processes on one port and ${database}: none lost, none repeated, none short`,
    seen: `${seen}; ${Math.round(share * 100)} % of their CPU in the first process`,
    kept: kept && both,
  };
}

async function longRun({ engine, sink, recipients, share }: Ground, sessions: number) {
  const messages = Math.ceil(MESSAGES * share);
  const plan = { size: 2000, sessions, messages };
  const { tally } = await runLoad(plan, engine.port, sink, recipients);
  const { lost, short, repeated } = tally;
  return {
    messages,
    seen: `${lost} lost, ${repeated} repeated, ${short} short`,
    kept: lost === 0 && repeated === 0 && short === 0,
  };
}
