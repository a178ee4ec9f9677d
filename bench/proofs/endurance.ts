import { runLoad } from '../load/load.ts';
import type { Finding, Ground } from './finding.ts';

const MESSAGES = 100_000;

/** A long run without faults. */
export async function endurance({ engine, sink, recipients, share }: Ground): Promise<Finding> {
  const messages = Math.ceil(MESSAGES * share);
  const plan = { size: 2000, sessions: 20, connections: 'kept' as const, tls: false, messages };
  const { tally } = await runLoad(plan, engine.port, sink, recipients);
  const { lost, short, repeated } = tally;
  return {
    promise: `${messages} mails: none lost, none repeated, none short`,
    seen: `${lost} lost, ${repeated} repeated, ${short} short`,
    kept: lost === 0 && repeated === 0 && short === 0,
  };
}
