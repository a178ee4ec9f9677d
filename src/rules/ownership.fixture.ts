/**
 * The ownership rule as a table: which caller may do what with which alias. Four implementations are tested against it:
 * the rule (ownership.ts), the store's statements on both databases, the api, and the policies of Supabase.
 */

import type { AliasState, OwnershipMode } from './ownership.ts';

/** The state of a row without one: it was made before ownership existed. */
export const UNCONFIRMED: AliasState = {
  confirmedAt: null,
  ticket: null,
  pausedUntil: null,
  endsAt: null,
  linkEpoch: 0,
  replyBody: 'replace',
  knownOnly: false,
  hasBlocked: false,
};

/**
 * - `see`, `switch`: the alias by its real address, and its forwarding by its id
 * - `pause`, `delete`: a confirmed alias. `pause` includes an owner's other settings, the history and the links
 * - `keep`: the alias is listed as made by someone else, and the caller confirms it, or deletes it
 * - `replace`: the caller's own new alias replaces it
 */
export type OwnershipAction = 'see' | 'switch' | 'pause' | 'delete' | 'keep' | 'replace';

/** A caller by its session and its browser's ticket; absent: none. */
export type OwnershipCaller = {
  /** Of the alias's real address, or of another one. */
  session?: 'own' | 'another';
  /** Of the browser that made the alias, or of another one. */
  ticket?: 'own' | 'another';
};

/** An alias before the call. */
export type OwnershipAlias = {
  isConfirmed: boolean;
  /** It was made with a browser's ticket, which a confirmation voids. */
  hasTicket: boolean;
  /** It was made before `confirmed` began. */
  isOld: boolean;
  /** False: its row is older than all states. A caller of the store cannot tell it from an old alias without a ticket. */
  hasState: boolean;
};

export type OwnershipCase = {
  name: string;
  mode: OwnershipMode;
  alias: OwnershipAlias;
  caller: OwnershipCaller;
  may: readonly OwnershipAction[];
};

const CALLERS = {
  'a stranger': {},
  'the browser that made it': { ticket: 'own' },
  'another browser': { ticket: 'another' },
  'its owner': { session: 'own' },
  'its owner in the browser that made it': { session: 'own', ticket: 'own' },
  'someone else with a session': { session: 'another', ticket: 'another' },
  'someone else with a session in the browser that made it': { session: 'another', ticket: 'own' },
} satisfies Record<string, OwnershipCaller>;

const NEW: OwnershipAlias = { isConfirmed: false, hasTicket: true, isOld: false, hasState: true };
const ALIASES = {
  unconfirmed: NEW,
  'unconfirmed, without a ticket': { ...NEW, hasTicket: false },
  'unconfirmed, from before': { ...NEW, isOld: true },
  'unconfirmed, from before, without a ticket': { ...NEW, isOld: true, hasTicket: false },
  'older than all states': { ...NEW, isOld: true, hasTicket: false, hasState: false },
  confirmed: { ...NEW, isConfirmed: true },
  'confirmed, from before': { ...NEW, isConfirmed: true, isOld: true },
} satisfies Record<string, OwnershipAlias>;

const SWITCHES: OwnershipAction[] = ['see', 'switch'];
const OWNS: OwnershipAction[] = [...SWITCHES, 'pause', 'delete'];

/** The rights of each caller; one that a row leaves out has none. */
type Rights = Partial<Record<keyof typeof CALLERS, readonly OwnershipAction[]>>;

const EVERYONES: Rights = Object.fromEntries(Object.keys(CALLERS).map((name) => [name, SWITCHES]));
const OWNERS: Rights = { 'its owner': OWNS, 'its owner in the browser that made it': OWNS };
const OF_ITS_BROWSER: Rights = {
  'the browser that made it': SWITCHES,
  'someone else with a session in the browser that made it': SWITCHES,
};
/** It may be in use, so its owner sees it, and it is not replaced. */
const MAY_BE_IN_USE: Rights = {
  'its owner': [...SWITCHES, 'keep'],
  'its owner in the browser that made it': [...SWITCHES, 'keep'],
};

const TABLE: [OwnershipMode, keyof typeof ALIASES, Rights][] = [
  ['open', 'unconfirmed', EVERYONES],
  ['open', 'unconfirmed, without a ticket', EVERYONES],
  ['open', 'older than all states', EVERYONES],
  ['open', 'confirmed', OWNERS],
  [
    'confirmed',
    'unconfirmed',
    {
      ...OF_ITS_BROWSER,
      'its owner': ['keep', 'replace'],
      'its owner in the browser that made it': [...SWITCHES, 'keep', 'replace'],
    },
  ],
  [
    'confirmed',
    'unconfirmed, without a ticket',
    {
      'its owner': ['keep', 'replace'],
      'its owner in the browser that made it': ['keep', 'replace'],
    },
  ],
  ['confirmed', 'unconfirmed, from before', { ...OF_ITS_BROWSER, ...MAY_BE_IN_USE }],
  ['confirmed', 'unconfirmed, from before, without a ticket', MAY_BE_IN_USE],
  ['confirmed', 'older than all states', MAY_BE_IN_USE],
  ['confirmed', 'confirmed', OWNERS],
  ['confirmed', 'confirmed, from before', OWNERS],
];

export const OWNERSHIP_CASES: readonly OwnershipCase[] = TABLE.flatMap(([mode, alias, rights]) =>
  Object.entries(CALLERS).map(([name, caller]) => ({
    name: `in ${mode}, an alias that is ${alias}, for ${name}`,
    mode,
    alias: ALIASES[alias],
    caller,
    may: Object.entries(rights).find(([one]) => one === name)?.[1] ?? [],
  })),
);

/** Whether the caller may make an alias for the real address: one that no one could ever manage is refused. */
export const mayMake = ({ mode, caller }: Pick<OwnershipCase, 'mode' | 'caller'>): boolean =>
  mode === 'open' || caller.ticket !== undefined || caller.session === 'own';
