/** What the engine must withstand, apart from what it costs. */

import { drift } from './drift.ts';
import { endurance, enduranceOfTwo } from './endurance.ts';
import type { Setting } from '../subjects/subject.ts';
import type { Finding, Ground } from './finding.ts';
import { idle } from './idle.ts';
import { inFlight } from './in-flight.ts';

export const PROOF_NAMES = [
  'idle',
  'in-flight',
  'drift',
  'endurance',
  'two-processes',
  'two-on-postgres',
] as const;
export type Proof = (typeof PROOF_NAMES)[number];

export const PROOFS: Record<Proof, (ground: Ground) => Promise<Finding>> = {
  idle,
  'in-flight': inFlight,
  drift,
  endurance,
  'two-processes': enduranceOfTwo,
  'two-on-postgres': enduranceOfTwo,
};

type Different = Pick<Setting, 'processes' | 'postgres' | 'environment'>;

/** What is different about the engine of a proof. Two processes write, so that each voids what the other one keeps in memory. */
export const ENGINES: Partial<Record<Proof, Different>> = {
  'two-processes': { processes: 2, environment: { HISTORY: 'on' } },
  'two-on-postgres': { processes: 2, postgres: true, environment: { HISTORY: 'on' } },
};
