/** The input and the result of a proof. */

import type { Sink } from '../load/sink.ts';
import type { Subject } from '../subjects/subject.ts';

export type Ground = {
  /** A fresh engine, and its first process. */
  engine: Subject & { pid: number };
  sink: Sink;
  recipients: readonly string[];
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
