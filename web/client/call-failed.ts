/** The reason of a failed call, as far as it helps the visitor; `undefined` if only the failure is known. */
export type CallTrouble = 'unreachable' | 'busy' | 'unacceptable' | undefined;

/** A call without a result. Its message is for the log and holds no address. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: string;
  /** The column whose unique index was violated. */
  readonly takenColumn: string | undefined;
  readonly trouble: CallTrouble;

  /**
   * @param status of HTTP, 0 if no answer came
   * @param code of PostgREST, PostgreSQL or our api
   * @param details of the error; only the name of a column is kept
   * @param reason the error's message; only an index's name is read from it
   */
  constructor(call: string, status: number, code: string, details: string, reason = '') {
    super(`${call} failed: ${status === 0 ? 'no answer' : `status ${status}`} ${code}`.trim());
    this.code = code;
    // unique_violation: https://www.postgresql.org/docs/current/errcodes-appendix.html
    this.takenColumn = code === '23505' ? takenColumn(details, reason) : undefined;
    this.trouble = troubleOf(status, code);
  }
}

/** Under row level policies PostgreSQL gives no details: only the name of the index (supabase/migrations/). */
function takenColumn(details: string, reason: string): string | undefined {
  if (reason.endsWith('"aliases_alias_email"')) return 'alias_email';
  if (reason.endsWith('"aliases_free_plan"')) return 'real_email';
  return /^Key \((\w+)\)=/.exec(details)?.[1];
}

function troubleOf(status: number, code: string): CallTrouble {
  // A gateway's answer for a server without one (RFC 9110 sections 15.6.3 to 15.6.5).
  if (status === 0 || (status >= 502 && status <= 504)) return 'unreachable';
  if (status === 429) return 'busy';
  // check_violation
  if (code === '23514') return 'unacceptable';
  return undefined;
}
