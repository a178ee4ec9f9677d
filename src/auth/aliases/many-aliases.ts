/**
 * An owner's aliases: made, listed, noted, switched and deleted. The one set of rules for the page's calls and for
 * those of other programs. All methods reject with StoreUnavailable.
 */

import { randomInt, randomUUID } from 'node:crypto';
import { ALIAS_PREFIX, LONG_NUMBERS } from '#rules/alias.ts';
import { ALIAS_ATTEMPTS } from '#rules/plan.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { MailCounts } from '#store/history/history-store.ts';
import type { AliasNote, NoteChange } from '#store/owners/notes.ts';
import type { User } from '#store/sessions/users.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';
import { provenAddress } from './owned-aliases.ts';

/** A user with a proven address. */
export type AliasOwner = { userId: string; email: string };

/** Undefined if the address was never proven: such a user has no aliases here. */
export function aliasOwner(user: User): AliasOwner | undefined {
  const email = provenAddress(user);
  return email === undefined ? undefined : { userId: user.id, email };
}

/** An alias as its owner sees it. Times are ISO 8601, UTC. */
export type OwnersAlias = {
  /** UUID; `aliasNumber` (rules/alias.ts) gives programs a number for it. */
  id: string;
  alias_email: string;
  active: boolean;
  created_at: string;
  /** False: someone else made it for the address; it forwards nothing, and does not count. */
  confirmed: boolean;
  /** One line of 200 characters at most; empty: none. */
  label: string;
  /** The host of the site that it was made for; empty: none. */
  site: string;
  pinned: boolean;
  /** Null: no pause. */
  paused_until: string | null;
  /** Messages of the last seven days; 0 if the history is off. */
  delivered: number;
  refused: number;
  /**
   * The last delivered message: its time, or its day once the node has forgotten the time. Null: none in seven days.
   */
  last: string | null;
};

export type AliasWish = {
  /** As `labelOf` or `cutLabel` gives it (alias-label.ts). */
  label?: string;
  /** As `siteOf` gives it. */
  site?: string;
  /** One of our domains; absent: any. */
  domain?: string;
  /**
   * A name that `draw` gave this owner before; absent: a new one is drawn. The caller has checked that it comes from
   * `draw`.
   */
  alias_email?: string;
};

export type Making =
  | { kind: 'created'; alias: OwnersAlias }
  /** The owner has `has` aliases and may have `most`. */
  | { kind: 'full'; has: number; most: number }
  /** Made too many recently: whole seconds to wait. */
  | { kind: 'too_soon'; seconds: number }
  /** The requested name is taken by now, or none of the drawn names was free. */
  | { kind: 'taken' }
  /** The user no longer exists or has another address. */
  | { kind: 'not_owner' };

/** An owner's changes to a note. Texts as in `AliasWish`; empty: none. */
export type NoteWish = Partial<Pick<OwnersAlias, 'label' | 'site' | 'pinned'>>;

export type ManyAliasesOptions = {
  store: Pick<Store, 'aliasesOf' | 'aliasById' | 'setActive' | 'notes' | 'plans'> & {
    owners: Pick<Store['owners'], 'another' | 'deleteAlias'>;
    history: Pick<Store['history'], 'countsOf'>;
  };
  /** Our alias domains. */
  domains: readonly [string, ...string[]];
  /** The number of aliases that an address may have if it has no number of its own: the setting's. */
  perOwner: number;
  /** Keys for labels and sites. */
  sealing: Sealing;
  /** Counts a new alias. @returns 0, or whole seconds to wait: nothing was counted */
  spend: (owner: string) => Promise<number>;
  /** The last delivered messages of an alias, newest first, from this node's memory; milliseconds since 1970. */
  lastArrivals: (aliasId: string) => readonly { at: number }[];
  /** Writes this node's pending history. Never rejects. */
  writeHistory: () => Promise<void>;
  /** Called for each alias that was made, switched or deleted. */
  switched: (alias: Alias) => void;
  /** A number for a name. Absent: random */
  drawNumber?: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type ManyAliases = ReturnType<typeof createManyAliases>;

export function createManyAliases(options: ManyAliasesOptions) {
  const { store, domains, perOwner, sealing, spend, now } = options;
  const drawNumber = options.drawNumber ?? (() => randomInt(LONG_NUMBERS.first, AFTER_LAST));

  /** The number of aliases that this owner may have. */
  const most = async ({ email }: AliasOwner) => (await store.plans.of(email)) ?? perOwner;

  /** A name that is most probably free. @param domain one of ours; absent: random */
  const draw = (domain: string = domains[randomInt(domains.length)] ?? domains[0]) =>
    `${ALIAS_PREFIX}${drawNumber()}@${domain}`;

  /** @param only the id of one alias; absent: all, newest first */
  async function shown({ email }: AliasOwner, only?: string): Promise<OwnersAlias[]> {
    await options.writeHistory();
    const [rows, notes, counts] = await Promise.all([
      only === undefined ? store.aliasesOf(email) : theOne(email, only),
      store.notes.of(email, only),
      store.history.countsOf(email, only),
    ]);
    const noteOf = new Map(notes.map((note) => [note.aliasId, openedNote(note)]));
    const countsOf = new Map(counts.map((count) => [count.aliasId, count]));
    const found = rows.map((row) =>
      ownersAlias(row, noteOf.get(row.alias.id), countsOf.get(row.alias.id)),
    );
    for (const { stale } of noteOf.values()) for (const seal of stale) await seal();
    return found;
  }

  async function theOne(email: string, id: string): Promise<OwnedAlias[]> {
    const found = await store.aliasById(id);
    return found?.alias.real_email === email ? [found] : [];
  }

  function ownersAlias(
    { alias, state }: OwnedAlias,
    note: OpenedNote | undefined,
    counts: MailCounts | undefined,
  ): OwnersAlias {
    const arrived = options.lastArrivals(alias.id)[0]?.at ?? counts?.lastDay ?? null;
    const pause = state.pausedUntil;
    return {
      id: alias.id,
      alias_email: alias.alias_email,
      active: alias.active,
      created_at: alias.created_at,
      confirmed: state.confirmedAt !== null,
      label: note?.label ?? '',
      site: note?.site ?? '',
      pinned: note?.pinned ?? false,
      paused_until: pause !== null && pause > now() ? iso(pause) : null,
      delivered: counts?.delivered ?? 0,
      refused: counts?.refused ?? 0,
      last: arrived === null ? null : iso(arrived),
    };
  }

  function openedNote({ aliasId, note, site, pinned }: AliasNote): OpenedNote {
    const stale: OpenedNote['stale'] = [];
    const opened = (column: 'note' | 'site', text: string | null) => {
      const read = text === null ? undefined : sealing.open(aliasId, text);
      if (text !== null && read?.stale) {
        const again = () =>
          store.notes.reseal(aliasId, column, text, sealing.seal(aliasId, read.text));
        stale.push(again);
      }
      return read?.text ?? '';
    };
    return { label: opened('note', note), site: opened('site', site), pinned, stale };
  }

  const sealed = (id: string, text: string | undefined) =>
    text === undefined || text === '' ? null : sealing.seal(id, text);

  /** @returns undefined if the alias is unknown, unconfirmed or another's */
  const confirmed = async (owner: AliasOwner, id: string): Promise<OwnersAlias | undefined> =>
    (await shown(owner, id.toLowerCase())).find((alias) => alias.confirmed);

  return {
    most,
    draw,
    /** Whether anyone here may have several aliases: by the setting, or by a plan of a single address. */
    isOffered: async (): Promise<boolean> => perOwner > 1 || (await store.plans.any()),
    /** Whether the owner may have several, or has several from a time with another limit. */
    serves: async (owner: AliasOwner): Promise<boolean> =>
      (await most(owner)) > 1 || (await store.aliasesOf(owner.email)).length > 1,
    /** All aliases of the owner, newest first; those that no one has confirmed do not count. */
    async list(owner: AliasOwner): Promise<{ most: number; aliases: OwnersAlias[] }> {
      const [number, aliases] = await Promise.all([most(owner), shown(owner)]);
      return { most: number, aliases };
    },
    /**
     * One of them, confirmed. @param id UUID, in any case; hostile @returns undefined if it is not one of the owner's
     */
    find: confirmed,
    /** Makes a confirmed alias whose name has ten digits. */
    async make(owner: AliasOwner, wish: AliasWish = {}): Promise<Making> {
      const { userId, email } = owner;
      const [may, rows] = [await most(owner), await store.aliasesOf(email)];
      const full = async (): Promise<Making> => {
        const has = (await store.aliasesOf(email)).filter(isConfirmed).length;
        return { kind: 'full', has, most: await most(owner) };
      };
      // Before it is counted: an owner at the limit gets that error, not a time to wait.
      if (rows.filter(isConfirmed).length >= may) return full();
      const seconds = await spend(email);
      if (seconds > 0) return { kind: 'too_soon', seconds };
      for (let attempt = 0; attempt < ALIAS_ATTEMPTS; attempt += 1) {
        const id = randomUUID();
        const insertion = await store.owners.another({
          id,
          alias_email: wish.alias_email ?? draw(wish.domain),
          userId,
          owner: email,
          most: perOwner,
          note: { note: sealed(id, wish.label), site: sealed(id, wish.site) },
          at: now(),
        });
        switch (insertion.kind) {
          case 'full':
            return full();
          case 'not_owner':
            return insertion;
          case 'created': {
            options.switched(insertion.alias);
            const [alias] = await shown(owner, id);
            // Undefined: deleted in this very moment.
            return alias === undefined ? { kind: 'not_owner' } : { kind: 'created', alias };
          }
          case 'taken':
            if (insertion.what === 'name' && wish.alias_email !== undefined)
              return { kind: 'taken' };
        }
      }
      return { kind: 'taken' };
    },
    /** Changes label, site or pin. @returns the alias; undefined as `find` */
    async change(owner: AliasOwner, id: string, wish: NoteWish): Promise<OwnersAlias | undefined> {
      const aliasId = id.toLowerCase();
      const change: NoteChange = {
        ...(wish.label !== undefined && { note: sealed(aliasId, wish.label) }),
        ...(wish.site !== undefined && { site: sealed(aliasId, wish.site) }),
        ...(wish.pinned !== undefined && { pinned: wish.pinned }),
      };
      const changed = await store.notes.change(aliasId, change, owner.email, now());
      return changed ? confirmed(owner, aliasId) : undefined;
    },
    /** Switches forwarding. @returns the alias; undefined as `find` */
    async switch(owner: AliasOwner, id: string, active: boolean): Promise<OwnersAlias | undefined> {
      if ((await confirmed(owner, id)) === undefined) return undefined;
      const asker = { email: owner.email, open: false };
      const alias = await store.setActive(id.toLowerCase(), active, asker);
      if (alias === undefined) return undefined;
      options.switched(alias);
      return confirmed(owner, id);
    },
    /** Deletes it; its name is never used again. @returns false if `find` gives undefined */
    async remove({ email }: AliasOwner, id: string): Promise<boolean> {
      const alias = await store.owners.deleteAlias(id.toLowerCase(), email, now());
      if (alias !== undefined) options.switched(alias);
      return alias !== undefined;
    },
  };
}

/** Texts that no accepted secret opens are empty. */
type OpenedNote = Pick<OwnersAlias, 'label' | 'site' | 'pinned'> & {
  /** Seals texts of an earlier secret again, so that the operator can drop that secret one day. */
  stale: (() => Promise<void>)[];
};

/** `randomInt` accepts a range below this. */
const AFTER_LAST = LONG_NUMBERS.last + 1;

const isConfirmed = ({ state }: OwnedAlias) => state.confirmedAt !== null;

/** Of milliseconds since 1970. */
const iso = (ms: number) => new Date(ms).toISOString();
