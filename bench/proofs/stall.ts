import { runLoad } from '../load/load.ts';
import { LoadSender } from '../load/source.ts';
import type { ProofFinding, Ground } from './finding.ts';

const OCTETS = 30_000_000;
const MESSAGES = 10;
const MOST_MS = 50;

/** Large messages one after the other: another session is not kept waiting by any step of them. */
export async function stall({ engine, sink, recipients }: Ground): Promise<ProofFinding> {
  const other = await LoadSender.open(engine.port, false);
  const worst: number[] = [];
  let lost = 0;
  for (let i = 0; i < MESSAGES; i++) {
    const plan = {
      size: OCTETS,
      sessions: 1,
      messages: 1,
    };
    const state = { isDone: false, longest: 0 };
    const load = runLoad(plan, engine.port, sink, recipients).finally(() => (state.isDone = true));
    while (!state.isDone) state.longest = Math.max(state.longest, await other.roundTrip());
    lost += (await load).tally.lost;
    worst.push(state.longest);
  }
  other.destroy();
  // The load shares the machine: a stall of the engine's own shows in each message.
  const least = Math.min(...worst);
  return {
    promise: `${MESSAGES} messages of 30 MB: another session waits at most ${MOST_MS} ms for a reply`,
    seen: `at most ${worst.map((ms) => ms.toFixed(0)).join(', ')} ms, ${lost} lost`,
    kept: least <= MOST_MS && lost === 0,
  };
}
