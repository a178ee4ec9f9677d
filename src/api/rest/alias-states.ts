/** `/rest/v1/alias_states`: an owner's settings of an alias. An owner sees and changes one column, the pause. */

import { isOwner, LONGEST_PAUSE_MS } from '#rules/ownership.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';
import { isObject, readJson } from '../body.ts';
import type { CallOfCaller } from '../caller.ts';
import { CallRefused, checkViolated, unknownQuery } from '../errors.ts';
import { answerChange, answerRows, readTableCall, uuid } from './answer.ts';
import { readQuery } from './query.ts';

const BODY_OCTETS = 512;

/** ISO 8601 with date, time and zone: a time without a zone is ambiguous. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)$/;

export type AliasStateOptions = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called for each alias that was paused, or forwards again. */
  switched?: ((alias: Alias) => void) | undefined;
};

/** The handlers by method. */
export function aliasStateCalls(
  store: Pick<Store, 'aliasById' | 'owners'>,
  { now, switched }: AliasStateOptions,
): Record<string, CallOfCaller> {
  return {
    GET: async (c, { asker }) => {
      const { params, preferences } = readTableCall(c);
      const found = await store.aliasById(aliasIdIn(params));
      const isTheirs = found !== undefined && isOwner(found.alias, found.state, asker);
      return answerRows(c, 200, isTheirs ? [row(found, now())] : [], preferences);
    },
    PATCH: async (c, { asker }) => {
      const { params, preferences } = readTableCall(c);
      const id = aliasIdIn(params);
      const until = readPause(await readJson(c, BODY_OCTETS), now());
      const { email } = asker;
      const paused = email === undefined ? undefined : await store.owners.pause(id, until, email);
      if (paused) switched?.(paused.alias);
      return answerChange(c, paused ? [row(paused, now())] : [], preferences);
    },
  };
}

/** Both visible columns are answered, whichever of them the call selects. */
const SELECTIONS = new Set([undefined, '*', 'paused_until', 'alias_id,paused_until']);

function aliasIdIn(params: URLSearchParams): string {
  const query = readQuery(params, { alias_id: undefined, select: undefined }, ['select']);
  if (!SELECTIONS.has(query.get('select'))) throw unknownQuery();
  return uuid(query.equals('alias_id'));
}

/** An expired pause counts as none. */
function row({ alias, state: { pausedUntil } }: OwnedAlias, now: number): object {
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return {
    alias_id: alias.id,
    paused_until: isPaused ? new Date(pausedUntil).toISOString() : null,
  };
}

/** @returns milliseconds since 1970; null ends the pause @throws CallRefused */
function readPause(body: unknown, now: number): number | null {
  const keys = isObject(body) ? Object.keys(body) : [];
  if (!isObject(body) || keys.length !== 1 || keys[0] !== 'paused_until') {
    throw new CallRefused(403, '42501', 'Only the column paused_until can be changed.');
  }
  const { paused_until: text } = body;
  if (text === null) return null;
  const until = typeof text === 'string' && TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) {
    const message = 'paused_until must be a time as 2026-11-22T18:00:00Z, with a zone, or null.';
    throw new CallRefused(400, '22007', message);
  }
  if (until > now + LONGEST_PAUSE_MS) throw checkViolated('A pause ends within 48 hours.');
  return until > now ? until : null;
}
