/** Large messages of unknown size from more senders than have room: what they cost, and what remains afterwards. */

import { setTimeout as pause } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import { residentSize } from '../measure/processes.ts';
import type { ProofFinding, Ground } from './finding.ts';

const OCTETS = 10_000_000;
const FEW = 10;
const MANY = 100;
/** Messages of a round, and rounds of each kind in turn, of which the one with least CPU counts. */
const MESSAGES = 200;
const ROUNDS = 4;
/** CPU of a message of many senders, at most, as a multiple of one of a few. */
const MOST_TIMES = 1.3;
const REST_MS = 30_000;
const MOST_AT_REST = 180_000_000;

type Round = { ms: number; deferred: number; lost: number };

export async function flood({ engine, sink, recipients, share }: Ground): Promise<ProofFinding> {
  const messages = Math.ceil(MESSAGES * share);
  const round = async (sessions: number): Promise<Round> => {
    const common = { size: OCTETS, undeclared: true };
    const before = engine.cpuMs();
    const plan = { ...common, sessions, messages };
    const { tally } = await runLoad(plan, engine.port, sink, recipients);
    const ms = (engine.cpuMs() - before) / messages;
    return { ms, deferred: tally.deferred, lost: tally.lost };
  };
  await round(FEW);
  const few: Round[] = [];
  const many: Round[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    few.push(await round(FEW));
    many.push(await round(MANY));
  }
  const all = [...few, ...many];
  const sum = (count: (one: Round) => number) => all.reduce((total, one) => total + count(one), 0);
  const [deferred, lost] = [sum((one) => one.deferred), sum((one) => one.lost)];
  const [least, most] = [few, many].map((rounds) => Math.min(...rounds.map(({ ms }) => ms)));
  const times = (most ?? 0) / (least ?? 1);
  await pause(REST_MS);
  const rest = residentSize(engine.pid, 'now');
  return {
    promise:
      `10 MB without SIZE: ${MANY} senders cost at most ${MOST_TIMES} times ${FEW}, none is asked to come again, ` +
      'and 30 s later the process is below 180 MB',
    seen:
      `${least?.toFixed(1)} and ${most?.toFixed(1)} ms of CPU a message, ${times.toFixed(2)} times, ${deferred} asked to come again, ` +
      `${lost} lost, then ${Math.round(rest / 1_000_000)} MB, at most ${Math.round(residentSize(engine.pid, 'peak') / 1_000_000)} MB`,
    kept: times <= MOST_TIMES && deferred === 0 && lost === 0 && rest <= MOST_AT_REST,
  };
}
