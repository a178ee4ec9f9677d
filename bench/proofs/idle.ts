import { residentSize } from '../measure/processes.ts';
import { Source } from '../load/source.ts';
import { type Finding, type Ground, mebibytes } from './proof.ts';

const CONNECTIONS = 2000;
/** HTTP and all else included, the engine idles below this; so do the connections. */
const MOST = 120 * 1_000_000;

/** Clients that have said EHLO and nothing since. */
export async function idle({ engine, share }: Ground): Promise<Finding> {
  const count = Math.ceil(CONNECTIONS * share);
  const before = residentSize(engine.pid, 'now');
  const sources: Source[] = [];
  for (let i = 0; i < count; i++) sources.push(await Source.open(engine.port, false));
  const after = residentSize(engine.pid, 'now');
  for (const source of sources) source.destroy();
  return {
    promise: `${count} idle connections: resident memory at most 120 MB`,
    seen: `${mebibytes(before)} before, ${mebibytes(after)} with them`,
    kept: after <= MOST,
  };
}
