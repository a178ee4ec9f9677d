/** What the engine must withstand, apart from what it costs. */

import { drift } from './drift.ts';
import { endurance } from './endurance.ts';
import type { Finding, Ground } from './finding.ts';
import { idle } from './idle.ts';
import { inFlight } from './in-flight.ts';

export const PROOF_NAMES = ['idle', 'in-flight', 'drift', 'endurance'] as const;
export type Proof = (typeof PROOF_NAMES)[number];

export const PROOFS: Record<Proof, (ground: Ground) => Promise<Finding>> = {
  idle,
  'in-flight': inFlight,
  drift,
  endurance,
};
