/** The input and the result of a proof. */

import type { Load, LoadPlan } from '../load/load.ts';
import type { Subject } from '../subjects/subject.ts';

export type Ground = {
  /** A fresh engine, and its first process. */
  engine: Subject & { pid: number };
  /** Runs a load through it. @param recipients absent: of the usual aliases */
  load: (plan: LoadPlan, recipients?: readonly string[]) => Promise<Load>;
  /** Fraction of the usual numbers, from 0 to 1. */
  share: number;
  extent: Extent;
};

/** How much of a proof of scale is run; the aliases are those in the database. */
export type Extent = { messages: number; kills: number; aliases: number };

export type ProofFinding = {
  /** The load, and the bound that must hold under it. */
  promise: string;
  /** The measured figures. */
  seen: string;
  kept: boolean;
};
