/** A row of the table `aliases`, as the api returns it (product specification, section 3). */
export type AliasRow = {
  id: string;
  real_email: string;
  alias_email: string;
  active: boolean;
  /** ISO 8601; empty if the answer has no readable time. */
  created_at: string;
};

/**
 * The rows of an answer. A value that is not a row is left out: a screen that shows half a row would break.
 * @param answer normally a row or a list of rows
 */
export function aliasRows(answer: unknown): AliasRow[] {
  return [answer].flat().flatMap((row) => aliasRow(row) ?? []);
}

function aliasRow(value: unknown): AliasRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const row: Partial<Record<keyof AliasRow, unknown>> = value;
  const { real_email, alias_email, active } = row;
  // A custom table may number its rows.
  const id = typeof row.id === 'number' ? String(row.id) : row.id;
  if (typeof id !== 'string' || id === '') return undefined;
  if (typeof real_email !== 'string' || typeof active !== 'boolean') return undefined;
  if (typeof alias_email !== 'string' || !alias_email.includes('@')) return undefined;
  return { id, real_email, alias_email, active, created_at: readableTime(row.created_at) };
}

const readableTime = (time: unknown) =>
  typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : '';

/** The newest by `created_at`, whatever their order; of two in the same millisecond the first one. */
export function newestOf(rows: AliasRow[]): AliasRow | undefined {
  const time = ({ created_at }: AliasRow) => Date.parse(created_at) || 0;
  return rows.toSorted((one, other) => time(other) - time(one))[0];
}
