/** `/rest/v1/alias_states`: an owner's settings of an alias, a column each. Their owner alone sees and changes them. */

import {
  type AliasState,
  isOwner,
  LEAST_END_MS,
  LONGEST_END_MS,
  LONGEST_PAUSE_MS,
} from '#rules/ownership.ts';
import type { OwnerSettings } from '#store/owners/owner-changes.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';
import { readMembers } from '../body.ts';
import type { CallOfCaller } from '../caller.ts';
import { CallRefused, checkViolated, unknownQuery } from '../errors.ts';
import { answerChange, answerRows, readQuery, readTableCall, uuid } from './table-call.ts';

const BODY_OCTETS = 512;

/** ISO 8601 with date, time and zone: a time without a zone is ambiguous. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)$/;

export type AliasStateOptions = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether owners reply through us; if not, the column for it is unknown. */
  hasReplies: boolean;
  /** Whether senders are recorded; if not, the column for them is unknown. */
  hasSenders: boolean;
  /** Called for each alias that was changed. */
  switched: (alias: Alias) => void;
};

/** A column. Times are milliseconds since 1970. */
type Column = {
  shown: (state: AliasState, now: number) => string | boolean | null;
  /** @throws CallRefused */
  read: (value: unknown, now: number) => Partial<OwnerSettings>;
};

/** A time that has passed counts as none. */
const shownTime = (time: number | null, now: number) =>
  time !== null && time > now ? new Date(time).toISOString() : null;

const PAUSE: Column = {
  shown: ({ pausedUntil }, now) => shownTime(pausedUntil, now),
  read: (value, now) => ({ pausedUntil: readPause(value, now) }),
};

const END: Column = {
  shown: ({ endsAt }, now) => shownTime(endsAt, now),
  read: (value, now) => ({ endsAt: readEnd(value, now) }),
};

const REPLY_BODY: Column = {
  shown: ({ replyBody }) => replyBody,
  read(value) {
    if (value === 'replace' || value === 'refuse') return { replyBody: value };
    throw checkViolated('reply_body must be replace or refuse.');
  },
};

const KNOWN_ONLY: Column = {
  shown: ({ knownOnly }) => knownOnly,
  read(value) {
    if (typeof value === 'boolean') return { knownOnly: value };
    throw checkViolated('known_only must be true or false.');
  },
};

/** The handlers by method. */
export function aliasStateCalls(
  store: Pick<Store, 'aliasById' | 'owners'>,
  { now, hasReplies, hasSenders, switched }: AliasStateOptions,
): Record<string, CallOfCaller> {
  const columns = new Map([
    ['paused_until', PAUSE],
    ['ends_at', END],
    ...(hasReplies ? ([['reply_body', REPLY_BODY]] as const) : []),
    ...(hasSenders ? ([['known_only', KNOWN_ONLY]] as const) : []),
  ]);
  /** The response has all columns, whichever of them the call selects. */
  const aliasIdIn = (params: URLSearchParams) => {
    const query = readQuery(params, { alias_id: undefined, select: undefined }, ['select']);
    const selected = (query.get('select') ?? '*').split(',');
    const isKnown = (name: string) => name === 'alias_id' || columns.has(name);
    if (!selected.every((name) => name === '*' || isKnown(name))) throw unknownQuery();
    return uuid(query.equals('alias_id'));
  };
  const row = ({ alias, state }: OwnedAlias) => ({
    alias_id: alias.id,
    ...Object.fromEntries([...columns].map(([name, { shown }]) => [name, shown(state, now())])),
  });
  return {
    GET: async (c, { asker }) => {
      const { params, preferences } = readTableCall(c);
      const found = await store.aliasById(aliasIdIn(params));
      const isTheirs = found !== undefined && isOwner(found.alias, found.state, asker);
      return answerRows(c, 200, isTheirs ? [row(found)] : [], preferences);
    },
    PATCH: async (c, { asker: { email } }) => {
      const { params, preferences } = readTableCall(c);
      const id = aliasIdIn(params);
      const [[name, value] = [], second] = Object.entries(await readMembers(c, BODY_OCTETS));
      const column = columns.get(name ?? '');
      if (column === undefined || second !== undefined) {
        const names = [...columns.keys()].join(' or ');
        throw new CallRefused(403, '42501', `One column can be changed in a call: ${names}.`);
      }
      const setting = column.read(value, now());
      const changed =
        email === undefined ? undefined : await store.owners.change(id, setting, email);
      if (changed) switched(changed.alias);
      return answerChange(c, changed ? [row(changed)] : [], preferences);
    },
  };
}

/** @returns milliseconds since 1970; null ends the pause @throws CallRefused */
function readPause(value: unknown, now: number): number | null {
  const until = readTime('paused_until', value);
  if (until === null) return null;
  if (until > now + LONGEST_PAUSE_MS) throw checkViolated('A pause ends within 48 hours.');
  return until > now ? until : null;
}

/** @returns milliseconds since 1970; null: never @throws CallRefused */
function readEnd(value: unknown, now: number): number | null {
  const end = readTime('ends_at', value);
  if (end === null || (end >= now + LEAST_END_MS && end <= now + LONGEST_END_MS)) return end;
  throw checkViolated(
    'An alias can expire in one minute at the earliest, in 366 days at the latest.',
  );
}

/** @returns milliseconds since 1970, or null @throws CallRefused */
function readTime(column: string, value: unknown): number | null {
  if (value === null) return null;
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const message = `${column} must be a time as 2026-11-22T18:00:00Z, with a zone, or null.`;
  throw new CallRefused(400, '22007', message);
}
