/** Aliases of a proven address: they are confirmed, moved and deleted with their owner. */

import { carriedBefore, type Ownership } from '#rules/ownership.ts';
import type { AlongWith, Forgetting, User } from '#store/sessions/users.ts';
import type { Alias, OwnedAlias, OwnerStore, Store } from '#store/store.ts';

export type OwnedAliasesOptions = {
  store: Pick<Store, 'aliasesOf' | 'shortAliasOf'> & {
    owners: Pick<
      OwnerStore,
      | 'confirm'
      | 'moveAddress'
      | 'moving'
      | 'forgetting'
      | 'deleteUnconfirmed'
      | 'deleteUnconfirmedAlias'
    >;
  };
  ownership: Ownership;
  /** Other spellings of a canonical address, which older rows may have. */
  earlier: (email: string) => readonly string[];
  /** Called for each changed alias: the mail engine looks it up again. */
  switched: (alias: Alias) => void;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type MovingAliases = AlongWith & { moved: () => void };

export type OwnedAliases = ReturnType<typeof createOwnedAliases>;

/** All methods take canonical addresses, and reject with StoreUnavailable. */
export function createOwnedAliases({
  store,
  earlier,
  now,
  ownership,
  switched,
}: OwnedAliasesOptions) {
  const isConfirming = ownership.mode === 'confirmed';
  return {
    /** Whether addresses are confirmed here. In `open` no alias becomes confirmed; confirmed rows stay so. */
    isConfirming,
    /** The alias that a letter to this address is about: it forwards nothing until it is confirmed. */
    async waitingFor(email: string): Promise<Alias | undefined> {
      return (await unconfirmed(email))[0]?.alias;
    },
    unconfirmed,
    /** The ids of the aliases that a letter to this address may have been about. */
    async idsOf(email: string): Promise<string[]> {
      return (await shortOf(email)).map(({ alias }) => alias.id);
    },
    /** Whether the address has a confirmed alias. */
    async hasConfirmed(email: string): Promise<boolean> {
      const rows = await aliasesOf(email);
      return rows.some(({ state }) => state.confirmedAt !== null);
    },
    /**
     * Confirms those unconfirmed aliases of a proven address that `fits` accepts. In `open` none becomes confirmed.
     * @param fits whether the owner has requested this very alias (rules/ownership.ts)
     * @returns those that became confirmed
     */
    async confirm(email: string, fits: (row: OwnedAlias) => boolean): Promise<Alias[]> {
      const confirmed: Alias[] = [];
      for (const { alias } of (await unconfirmed(email)).filter(fits)) {
        const { id, real_email: spelling } = alias;
        const rows = await store.owners.confirm(spelling, now(), id);
        if (rows.length === 0) continue;
        changed(rows);
        confirmed.push(...rows);
        // A row in an earlier spelling becomes canonical; if the canonical spelling has an alias, both stay.
        if (spelling !== email && (await store.aliasesOf(email)).length === 0) {
          const before = carriedBefore(ownership);
          const done = await store.owners.moveAddress(spelling, email, now(), before);
          if (done.kind === 'moved') changed([...done.moved, ...done.gone]);
        }
      }
      return confirmed;
    },
    /** Deletes an unconfirmed alias of the address. In `open` there is none. @returns undefined: none has this id */
    async discard(email: string, id: string): Promise<Alias | undefined> {
      if (!isConfirming) return undefined;
      for (const spelling of spellings(email)) {
        const before = carriedBefore(ownership);
        const gone = await store.owners.deleteUnconfirmedAlias(id, spelling, now(), before);
        if (gone === undefined) continue;
        changed([gone]);
        return gone;
      }
      return undefined;
    },
    moving,
    /** The reader of a letter to this address requested no alias: the unconfirmed ones are deleted. */
    async decline(email: string): Promise<void> {
      for (const spelling of spellings(email)) {
        const before = carriedBefore(ownership);
        changed(await store.owners.deleteUnconfirmed(spelling, now(), before));
      }
    },
    forgetting,
  };

  /**
   * Steps that delete all aliases of the user's address, with state and history, in the transaction that deletes the
   * user or the address; names that carried mail are retired. `forgotten` is called after it.
   */
  function forgetting(): { forget: Forgetting; forgotten: () => void } {
    let done: Alias[] = [];
    return {
      *forget(user) {
        done = [];
        const email = provenAddress(user);
        for (const spelling of email === undefined ? [] : spellings(email)) {
          done.push(...(yield* store.owners.forgetting(spelling, now(), carriedBefore(ownership))));
        }
      },
      forgotten: () => changed(done),
    };
  }

  /** Steps for the transaction in which a user's address changes; `moved` is called after it. */
  function moving(from: string, to: string): MovingAliases {
    const { isFree, move } = store.owners.moving(from, to, now(), carriedBefore(ownership));
    let done: readonly Alias[] = [];
    return {
      isFree,
      *move() {
        const { moved, gone } = yield* move();
        done = [...moved, ...gone];
      },
      moved: () => changed(done),
    };
  }

  /** The aliases that forward nothing, or only for a while, until they are confirmed; in `open` there are none. */
  async function unconfirmed(email: string): Promise<OwnedAlias[]> {
    if (!isConfirming) return [];
    return (await shortOf(email)).filter(({ state }) => state.confirmedAt === null);
  }

  /**
   * An alias with a long name is confirmed from the start. Calls of strangers use this: it costs no more for an address
   * with many aliases.
   */
  async function shortOf(email: string): Promise<OwnedAlias[]> {
    return (await Promise.all(spellings(email).map((one) => store.shortAliasOf(one)))).flat();
  }

  async function aliasesOf(email: string): Promise<OwnedAlias[]> {
    return (await Promise.all(spellings(email).map((one) => store.aliasesOf(one)))).flat();
  }

  function spellings(email: string): string[] {
    return [email, ...earlier(email)];
  }

  function changed(aliases: readonly Alias[]): void {
    for (const alias of aliases) switched(alias);
  }
}

/** The address in the user's row, never in a token's claim; undefined if it was never proven. */
export function provenAddress({ email, confirmedAt, anonymous }: User): string | undefined {
  return email === null || confirmedAt === null || anonymous ? undefined : email;
}
