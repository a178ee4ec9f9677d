import { residentSize } from '../measure/processes.ts';
import { Source } from '../load/source.ts';
import { type Finding, type Ground, mebibytes } from './finding.ts';

const CONNECTIONS = 2000;
/** The heap grows once for these: the memory of the start was returned. */
const FIRST = 50;
const MOST_IDLE = 120_000_000;
const MOST_EACH = 16_384;

/** Clients that are silent after EHLO. */
export async function idle({ engine, share }: Ground): Promise<Finding> {
  const count = Math.ceil(CONNECTIONS * share);
  const sources: Source[] = [];
  const open = async (more: number) => {
    for (let i = 0; i < more; i++) sources.push(await Source.open(engine.port, false));
  };
  await open(FIRST);
  const before = residentSize(engine.pid, 'now');
  await open(count);
  const after = residentSize(engine.pid, 'now');
  for (const source of sources) source.destroy();
  return {
    promise: `resident memory: at most 120 MB idle, and 16 KiB for each of ${count} idle connections`,
    seen: `${mebibytes(before)} idle, ${mebibytes(after)} with them`,
    kept: before <= MOST_IDLE && after - before <= count * MOST_EACH,
  };
}
