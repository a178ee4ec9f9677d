/** What the engine must withstand, apart from what it costs. */

import type { Sink } from '../load/sink.ts';
import type { Subject } from '../subjects/subject.ts';
import { drift } from './drift.ts';
import { endurance } from './endurance.ts';
import { idle } from './idle.ts';
import { inFlight } from './in-flight.ts';

export type Ground = {
  /** A fresh engine. */
  engine: Subject & { pid: number };
  sink: Sink;
  recipients: readonly string[];
  /** Part of the usual numbers, from 0 to 1. */
  share: number;
};

export type Finding = {
  /** What was done and what must hold. */
  promise: string;
  /** What was seen. */
  seen: string;
  kept: boolean;
};

export const PROOF_NAMES = ['idle', 'in-flight', 'drift', 'endurance'] as const;
export type Proof = (typeof PROOF_NAMES)[number];

export const PROOFS: Record<Proof, (ground: Ground) => Promise<Finding>> = {
  idle,
  'in-flight': inFlight,
  drift,
  endurance,
};

export const MIB = 1_048_576;
export const mebibytes = (octets: number) => `${Math.round(octets / MIB)} MiB`;
