/**
 * `/rest/v1/aliases`: the four table calls of the product specification (section 7), and an owner's deletion, in
 * PostgREST's wire format, so that the stock `@supabase/postgrest-js` works unchanged. Any other call is rejected.
 */

import { freeNameOf } from '#rules/alias.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import { isTheirs, type Ownership } from '#rules/ownership.ts';
import type { Alias, InitialState, OwnedAlias, Store } from '#store/store.ts';
import { readJson, readMembers } from '../body.ts';
import { type Caller, type CallOfCaller, sessionEnded } from '../caller.ts';
import { alreadyExists, CallRefused, checkViolated } from '../errors.ts';
import { type RealAddress, readRealAddress, shownAddress } from '#domains/real-address.ts';
import { answerChange, answerRows, idIn, readQuery, readTableCall } from './table-call.ts';
import { readNewAlias } from './new-alias.ts';

/** Replaces every id in the existence check: the real one would allow its holder to switch the alias. */
const DECOY_ID = '00000000-0000-0000-0000-000000000000';

/** Octets of the body of a table call; the longest row has 600. */
const ROW_OCTETS = 4096;

type Params = URLSearchParams;

export type AliasCallOptions = OwnNames & {
  ownership: Ownership;
  /** @throws AuthRefused if the caller has a second factor and has not shown it */
  demandSecondFactor: (caller: Caller) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called for each alias that was switched on or off, or deleted. */
  switched: (alias: Alias) => void;
};

/** The handlers by method. */
export function aliasCalls(
  store: Store,
  { ownership, demandSecondFactor, now, switched, ...rules }: AliasCallOptions,
): Record<'GET' | 'POST' | 'PATCH' | 'DELETE', CallOfCaller> {
  const { mode } = ownership;
  const switcher =
    ownership.mode === 'open' ? { open: true } : { open: false, since: ownership.since };
  return {
    GET: async (c, caller) => {
      const { params, preferences } = readTableCall(c);
      const rows = params.has('real_email')
        ? shown(await theirs(params, caller))
        : await existing(params);
      return answerRows(c, 200, rows, preferences);
    },
    POST: async (c, caller) => {
      const { params, preferences } = readTableCall(c);
      checkInsertQuery(params);
      const { alias_email, owner } = readNewAlias(await readJson(c, ROW_OCTETS), rules);
      const birth = birthOf(owner, caller);
      // The unique index decides; it only covers the spelling of new rows.
      if ((await inEarlierSpelling(owner)).length > 0) throw alreadyExists('real_email');
      const insertion = await store.insertAlias(
        { real_email: owner.canonical, alias_email },
        birth,
        // Only the owner's own alias is confirmed from the start.
        birth.confirmedAt === null ? undefined : ownership.since,
      );
      if (insertion.kind === 'not_owner') throw sessionEnded();
      if (insertion.kind === 'taken') throw alreadyExists(insertion.column);
      if (insertion.kind === 'refused') {
        throw checkViolated(`The row violates the check constraint "${insertion.check}".`);
      }
      if (insertion.replaced) switched(insertion.replaced);
      return preferences.returnRow
        ? answerRows(c, 201, shown([insertion.alias]), preferences)
        : c.body(null, 201);
    },
    PATCH: async (c, { asker }) => {
      const { params, preferences } = readTableCall(c);
      const id = idIn(params, 'id');
      const active = readSwitch(await readMembers(c, ROW_OCTETS));
      const alias = await store.setActive(id, active, { ...asker, ...switcher });
      if (alias) switched(alias);
      return answerChange(c, shown(alias ? [alias] : []), preferences);
    },
    DELETE: async (c, caller) => {
      const { params, preferences } = readTableCall(c);
      const id = idIn(params, 'id');
      const { email } = caller.asker;
      if (email === undefined) return answerChange(c, [], preferences);
      await demandSecondFactor(caller);
      const alias = await store.owners.deleteAlias(id, email, now());
      if (alias) switched(alias);
      return answerChange(c, shown(alias ? [alias] : []), preferences);
    },
  };

  /** The initial state of a new alias, by its creator. @throws CallRefused if no one could ever manage it */
  function birthOf(owner: RealAddress, { asker, signedIn }: Caller): InitialState {
    const ticket = asker.ticket ?? null;
    if (mode === 'open') return { confirmedAt: null, ticket };
    if (signedIn !== undefined && asker.email === owner.canonical) {
      return { confirmedAt: now(), ticket: null, userId: signedIn.user.id };
    }
    if (ticket !== null) return { confirmedAt: null, ticket };
    const message = 'new row violates row-level security policy for table "aliases"';
    throw new CallRefused(403, '42501', message);
  }

  async function theirs(params: Params, { asker }: Caller): Promise<Alias[]> {
    const rows = await ofAddress(params, asker.email);
    return rows
      .filter(({ alias, state }) => isTheirs(ownership, alias, state, asker))
      .map(({ alias }) => alias);
  }

  /** @param email of the caller's session: no one else's call costs more for an address with many aliases */
  async function ofAddress(params: Params, email: string | undefined): Promise<OwnedAlias[]> {
    const query = readQuery(
      params,
      { select: '*', real_email: undefined, order: 'created_at.desc' },
      ['select'],
    );
    const owner = readRealAddress(query.equals('real_email'));
    if (!owner) return [];
    const rows =
      email === owner.canonical
        ? await store.aliasesOf(owner.canonical)
        : await store.shortAliasOf(owner.canonical);
    return rows.length > 0 ? rows : inEarlierSpelling(owner);
  }

  async function inEarlierSpelling({ earlier }: RealAddress): Promise<OwnedAlias[]> {
    return (await Promise.all(earlier.map((spelling) => store.shortAliasOf(spelling)))).flat();
  }

  async function existing(params: Params): Promise<Pick<Alias, 'id'>[]> {
    const query = readQuery(params, { select: 'id', alias_email: undefined });
    const candidate = freeNameOf(query.equals('alias_email'), rules.space);
    if (candidate === undefined) return [];
    const isTaken =
      (await store.aliasByAddress(candidate)) !== undefined || (await store.isRetired(candidate));
    return isTaken ? [{ id: DECOY_ID }] : [];
  }
}

/** The rows in the form for their owner. */
const shown = (rows: readonly Alias[]): Alias[] =>
  rows.map((row) => ({ ...row, real_email: shownAddress(row.real_email) }));

/** `columns` names the keys of the row; the stock client adds it for a row in an array. */
function checkInsertQuery(params: Params): void {
  const query = readQuery(params, { select: '*', columns: undefined }, ['select', 'columns']);
  for (const column of query.get('columns')?.split(',') ?? []) {
    if (!/^"?(?:real_email|alias_email|active)"?$/.test(column)) {
      throw new CallRefused(400, 'PGRST204', 'The row has a column that the table has not.');
    }
  }
}

/** The one allowed change of an alias. */
function readSwitch(body: Record<string, unknown>): boolean {
  const [[name, active] = [], second] = Object.entries(body);
  if (name !== 'active' || second !== undefined) {
    throw new CallRefused(403, '42501', 'Only the column active can be changed.');
  }
  if (typeof active !== 'boolean') throw new CallRefused(400, '22P02', 'active must be a boolean.');
  return active;
}
