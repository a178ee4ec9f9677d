/** Aliases of a proven address: they are confirmed, moved and deleted with their owner. */

import { carriedBefore, type Ownership } from '#rules/ownership.ts';
import type { User } from '#store/sessions/users.ts';
import type { OwnerStore } from '#store/owners/owner-store.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';

export type OwnedAliasesOptions = {
  store: Pick<Store, 'aliasesOf'> & {
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

/** All methods take canonical addresses, and reject with StoreUnavailable. */
export class OwnedAliases {
  readonly #options: OwnedAliasesOptions;

  constructor(options: OwnedAliasesOptions) {
    this.#options = options;
  }

  /** Whether addresses are confirmed here. In `open` no alias becomes confirmed; confirmed rows stay so. */
  get isConfirming(): boolean {
    return this.#options.ownership.mode === 'confirmed';
  }

  /** The alias that forwards nothing until this address is confirmed; undefined: none waits. */
  async waitingFor(email: string): Promise<string | undefined> {
    if (!this.isConfirming) return undefined;
    const rows = await this.#aliasesOf(email);
    return rows.find(({ state }) => state.confirmedAt === null)?.alias.alias_email;
  }

  /** Whether the address has a confirmed alias. */
  async hasConfirmed(email: string): Promise<boolean> {
    const rows = await this.#aliasesOf(email);
    return rows.some(({ state }) => state.confirmedAt !== null);
  }

  /** Called when a session of this user begins or is refreshed: the rows of a proven address become confirmed. */
  async confirm(user: User): Promise<void> {
    const email = provenAddress(user);
    if (email === undefined || !this.isConfirming) return;
    const rows = await this.#aliasesOf(email);
    // A refresh nearly always finds nothing to confirm, and must not cost a write.
    const isDone = ({ alias, state }: OwnedAlias) =>
      state.confirmedAt !== null && alias.real_email === email;
    if (rows.every(isDone)) return;
    const { store, earlier, now } = this.#options;
    this.#changed(await store.owners.confirm(email, now()));
    for (const spelling of earlier(email)) await this.#takeOver(spelling, email);
  }

  /** `none`: the earlier address has no confirmed alias; `taken`: the new one has one. Then nothing has moved. */
  async move(from: string, to: string): Promise<'moved' | 'taken' | 'none'> {
    const { store, ownership, now } = this.#options;
    const done = await store.owners.moveAddress(from, to, now(), carriedBefore(ownership));
    if (done.kind === 'moved') this.#changed([...done.moved, ...done.gone]);
    return done.kind;
  }

  /** The reader of a letter to this address requested no alias: the unconfirmed ones are deleted. */
  async decline(email: string): Promise<void> {
    const { store, ownership, now } = this.#options;
    for (const spelling of this.#spellings(email)) {
      const before = carriedBefore(ownership);
      this.#changed(await store.owners.deleteUnconfirmed(spelling, now(), before));
    }
  }

  /** Deletes all aliases of the user's address, with state and history; names that carried mail are retired. */
  async forget(user: User): Promise<void> {
    const email = provenAddress(user);
    if (email === undefined) return;
    const { store, ownership, now } = this.#options;
    for (const spelling of this.#spellings(email)) {
      this.#changed(await store.owners.forget(spelling, now(), carriedBefore(ownership)));
    }
  }

  /** A row in an earlier spelling becomes confirmed and canonical; if that spelling has an alias, both stay. */
  async #takeOver(spelling: string, email: string): Promise<void> {
    const { store, now } = this.#options;
    this.#changed(await store.owners.confirm(spelling, now()));
    if ((await store.aliasesOf(email)).length === 0) await this.move(spelling, email);
  }

  async #aliasesOf(email: string): Promise<OwnedAlias[]> {
    const { store } = this.#options;
    return (await Promise.all(this.#spellings(email).map((one) => store.aliasesOf(one)))).flat();
  }

  #spellings(email: string): string[] {
    return [email, ...this.#options.earlier(email)];
  }

  #changed(aliases: readonly Alias[]): void {
    for (const alias of aliases) this.#options.switched(alias);
  }
}

/** The address in the user's row, never in a token's claim; undefined where it was never proven. */
export function provenAddress({ email, confirmedAt, anonymous }: User): string | undefined {
  return email === null || confirmedAt === null || anonymous ? undefined : email;
}
