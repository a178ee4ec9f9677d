import type { AliasState } from '#rules/ownership.ts';
import { number, numberOrNull, type Row, textOrNull } from '../statements.ts';

/** The state in a row of `aliases LEFT JOIN alias_states`; all columns null where there is none. */
export function toState(row: Row): AliasState {
  return {
    confirmedAt: numberOrNull(row.confirmed_at),
    ticket: textOrNull(row.ticket),
    pausedUntil: numberOrNull(row.paused_until),
    linkEpoch: number(row.link_epoch ?? 0),
  };
}
