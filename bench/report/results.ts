/** The results of one run of the bench, as written to bench/results. */

import type { Measured } from '../measure/row.ts';
import type { Finding } from '../proofs/finding.ts';
import type { Row } from '../rows.ts';
import type { SubjectName } from '../subjects/subject.ts';

export type RowResult = Row & { subjects: Partial<Record<SubjectName, Measured>> };

export type Results = {
  version: string;
  /** Day of the run, ISO 8601. */
  date: string;
  machine: string;
  node: string;
  /** Absent where Postfix was not measured. */
  postfix?: string;
  /** Number of measurements of each row; the one with the least CPU counts. */
  rounds: number;
  rows: RowResult[];
  findings: Finding[];
};

/** Postfix's CPU as a multiple of the engine's; undefined where one of them was not measured. */
export function timesLessThanPostfix({ subjects }: RowResult): number | undefined {
  return ratio(subjects.postfix, subjects.engine);
}

/** The engine's CPU as a multiple of the limit's. */
export function timesTheLimit({ subjects }: RowResult): number | undefined {
  return ratio(subjects.engine, subjects.limit);
}

/** The engine's CPU as a multiple of the floor's. */
export function timesTheFloor({ subjects }: RowResult): number | undefined {
  return ratio(subjects.engine, subjects.floor);
}

function ratio(more: Measured | undefined, less: Measured | undefined): number | undefined {
  return more && less ? more.cpuMs / less.cpuMs : undefined;
}
