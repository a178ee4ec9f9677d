/** The engine's limits under stress, apart from its cost. */

import type { Setting } from '../subjects/subject.ts';
import type { Ground, ProofFinding } from './finding.ts';
import { MANY_NAMES, scale } from './scale.ts';
import { drift, endurance, enduranceOfTwo, flood, idle, inFlight, stall } from './stress.ts';

export type BenchProof = {
  prove: (ground: Ground) => Promise<ProofFinding>;
  /** The difference of its engine; absent: none. */
  engine?: Pick<Setting, 'processes' | 'postgres' | 'environment'>;
  /** With the aliases of its extent. It takes hours at the full one: run by name alone, both as `scale`. */
  isOfScale?: true;
};

/** Two writing processes invalidate each other's caches. */
const TWO = { processes: 2, environment: { HISTORY: 'on' } };

export const PROOFS: Record<string, BenchProof> = {
  idle: { prove: idle },
  'in-flight': { prove: inFlight },
  stall: { prove: stall },
  flood: { prove: flood },
  drift: { prove: drift },
  endurance: { prove: endurance },
  'two-processes': { prove: enduranceOfTwo, engine: TWO },
  'two-on-postgres': { prove: enduranceOfTwo, engine: { ...TWO, postgres: true } },
  'scale-on-sqlite': { prove: scale, engine: { environment: MANY_NAMES }, isOfScale: true },
  'scale-on-postgres': {
    prove: scale,
    engine: { processes: 3, postgres: true, environment: MANY_NAMES },
    isOfScale: true,
  },
};
