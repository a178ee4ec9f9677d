/** What a proof is given, and what it finds. */

import type { Sink } from '../load/sink.ts';
import type { Subject } from '../subjects/subject.ts';

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

export const MIB = 1_048_576;
export const mebibytes = (octets: number) => `${Math.round(octets / MIB)} MiB`;
