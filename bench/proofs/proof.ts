/** The engine's limits under stress, apart from its cost. */

import type { Setting } from '../subjects/subject.ts';
import { endurance, enduranceOfTwo } from './endurance.ts';
import type { ProofFinding, Ground } from './finding.ts';
import { flood } from './flood.ts';
import { drift, idle, inFlight } from './memory.ts';
import { MANY_NAMES, scale } from './scale.ts';
import { stall } from './stall.ts';

export const PROOF_NAMES = [
  'idle',
  'in-flight',
  'stall',
  'flood',
  'drift',
  'endurance',
  'two-processes',
  'two-on-postgres',
  'scale-on-sqlite',
  'scale-on-postgres',
] as const;
export type BenchProof = (typeof PROOF_NAMES)[number];

export const PROOFS: Record<BenchProof, (ground: Ground) => Promise<ProofFinding>> = {
  idle,
  'in-flight': inFlight,
  stall,
  flood,
  drift,
  endurance,
  'two-processes': enduranceOfTwo,
  'two-on-postgres': enduranceOfTwo,
  'scale-on-sqlite': scale,
  'scale-on-postgres': scale,
};

/** Hours at their full extent: run by name alone, both as `scale`. */
export const SCALE = ['scale-on-sqlite', 'scale-on-postgres'] as const satisfies BenchProof[];

type Different = Pick<Setting, 'processes' | 'postgres' | 'environment'>;

/** The engine's setting for a proof. Two writing processes invalidate each other's caches. */
export const ENGINES: Partial<Record<BenchProof, Different>> = {
  'two-processes': { processes: 2, environment: { HISTORY: 'on' } },
  'two-on-postgres': { processes: 2, postgres: true, environment: { HISTORY: 'on' } },
  'scale-on-sqlite': { environment: MANY_NAMES },
  'scale-on-postgres': { processes: 3, postgres: true, environment: MANY_NAMES },
};
