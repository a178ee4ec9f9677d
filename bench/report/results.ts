/** What one run of the bench has found, as it is written to bench/results. */

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
  /** How often each row was measured; the one with least CPU counts. */
  rounds: number;
  rows: RowResult[];
  findings: Finding[];
};

/** How many times less CPU than Postfix the engine takes; undefined where one of them was not measured. */
export function timesLessThanPostfix({ subjects }: RowResult): number | undefined {
  return ratio(subjects.postfix, subjects.engine);
}

/** How many times the CPU of the limit the engine takes. */
export function timesTheLimit({ subjects }: RowResult): number | undefined {
  return ratio(subjects.engine, subjects.limit);
}

/** How many times the CPU of the floor the engine takes. */
export function timesTheFloor({ subjects }: RowResult): number | undefined {
  return ratio(subjects.engine, subjects.floor);
}

function ratio(more: Measured | undefined, less: Measured | undefined): number | undefined {
  return more && less ? more.cpuMs / less.cpuMs : undefined;
}
