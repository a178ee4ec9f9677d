/** Aliases of a proven address: they are confirmed, moved and deleted with their owner. */

import { carriedBefore, type Ownership } from '#rules/ownership.ts';
import type { User } from '#store/sessions/users.ts';
import type { OwnerStore } from '#store/owners/owner-store.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';

export type OwnedAliasesOptions = {
  store: Pick<Store, 'aliasesOf' | 'shortAliasOf'> & {
    owners: Pick<OwnerStore, 'confirm' | 'moveAddress' | 'forget' | 'deleteUnconfirmed'>;
  };
  ownership: Ownership;
  /** Other spellings of a canonical address, which rows from before the canonical spelling may have. */
  earlier: (email: string) => readonly string[];
  /** Called for each changed alias: the mail engine looks it up anew. */
  switched: (alias: Alias) => void;
  /** Milliseconds since 1970. */
  now: () => number;
};

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
    /** The alias that forwards nothing until this address is confirmed; undefined: none waits. */
    async waitingFor(email: string): Promise<string | undefined> {
      if (!isConfirming) return undefined;
      // A stranger's call asks this, too: it costs no more for an address with many aliases.
      const rows = await Promise.all(spellings(email).map((one) => store.shortAliasOf(one)));
      return rows.flat().find(({ state }) => state.confirmedAt === null)?.alias.alias_email;
    },
    /** Whether the address has a confirmed alias. */
    async hasConfirmed(email: string): Promise<boolean> {
      const rows = await aliasesOf(email);
      return rows.some(({ state }) => state.confirmedAt !== null);
    },
    /** Called when a session of this user begins or is refreshed: the rows of a proven address become confirmed. */
    async confirm(user: User): Promise<void> {
      const email = provenAddress(user);
      if (email === undefined || !isConfirming) return;
      const rows = await aliasesOf(email);
      // A refresh nearly always finds nothing to confirm, and must not cost a write.
      const isDone = ({ alias, state }: OwnedAlias) =>
        state.confirmedAt !== null && alias.real_email === email;
      if (rows.every(isDone)) return;
      changed(await store.owners.confirm(email, now()));
      for (const spelling of earlier(email)) await takeOver(spelling, email);
    },
    move,
    /** The reader of a letter to this address requested no alias: the unconfirmed ones are deleted. */
    async decline(email: string): Promise<void> {
      for (const spelling of spellings(email)) {
        const before = carriedBefore(ownership);
        changed(await store.owners.deleteUnconfirmed(spelling, now(), before));
      }
    },
    /** Deletes all aliases of the user's address, with state and history; names that carried mail are retired. */
    async forget(user: User): Promise<void> {
      const email = provenAddress(user);
      if (email === undefined) return;
      for (const spelling of spellings(email)) {
        changed(await store.owners.forget(spelling, now(), carriedBefore(ownership)));
      }
    },
  };

  /** `none`: the earlier address has no confirmed alias; `taken`: the new one has one. Then nothing has moved. */
  async function move(from: string, to: string): Promise<'moved' | 'taken' | 'none'> {
    const done = await store.owners.moveAddress(from, to, now(), carriedBefore(ownership));
    if (done.kind === 'moved') changed([...done.moved, ...done.gone]);
    return done.kind;
  }

  /** A row in an earlier spelling becomes confirmed and canonical; if that spelling has an alias, both stay. */
  async function takeOver(spelling: string, email: string): Promise<void> {
    changed(await store.owners.confirm(spelling, now()));
    if ((await store.aliasesOf(email)).length === 0) await move(spelling, email);
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

/** The address in the user's row, never in a token's claim; undefined where it was never proven. */
export function provenAddress({ email, confirmedAt, anonymous }: User): string | undefined {
  return email === null || confirmedAt === null || anonymous ? undefined : email;
}
