/** The owners of aliases, in memory; the real facility manages sessions, and its emails can be read. */

import type { SignInLetter } from '#auth/letters/letter-port.ts';
import type { PageConfig } from '#rules/page.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { emailOf, type Headers, isTicket } from './asker.ts';
import type { AliasTable, Row } from './table.ts';

const NEW = {
  paused_until: null as string | null,
  ends_at: null as string | null,
  reply_body: 'replace',
  known_only: false,
};

export type Settings = typeof NEW;

export type AliasState = {
  confirmed: boolean;
  ticket: string | undefined;
  /** Someone else made it for the address: a session neither sees nor confirms it. */
  unasked?: boolean;
  /** The columns that its owner changes. */
  settings: Settings;
  senders?: { sender: string; rule: string; name: string }[];
};

/** What the list of several aliases shows next to an alias. */
type Note = {
  label?: string;
  site?: string;
  pinned?: boolean;
  delivered?: number;
  last?: string;
};

type ApiKey = { id: string; name: string; scope: string; made_at: string; used_on: string | null };

export class Owners {
  readonly #table: AliasTable;
  readonly #mode: () => PageConfig['ownership'];
  readonly #states = new Map<string, AliasState>();
  readonly #notes = new Map<string, Note>();
  /** The number of aliases that each owner may have; 1: the calls for several do not exist. */
  most = 1;
  /** Oldest first. */
  readonly keys: ApiKey[] = [];
  readonly #cleanUps: (() => Promise<void> | void)[] = [];
  #auth: AuthUnderTest | undefined;
  /** The history that every alias has. */
  history: { events: object[]; days: object[]; last: object[] } = {
    events: [],
    days: [],
    last: [],
  };

  constructor(table: AliasTable, mode: () => PageConfig['ownership']) {
    this.#table = table;
    this.#mode = mode;
  }

  /** @param publicUrl of the page */
  async open(publicUrl: string): Promise<void> {
    this.#auth = await authUnderTest((cleanUp) => void this.#cleanUps.unshift(cleanUp), {
      // An IP address cannot be a relying party of passkeys.
      publicUrl: publicUrl.replace('127.0.0.1', 'localhost'),
    });
  }

  async close(): Promise<void> {
    for (const cleanUp of this.#cleanUps) await cleanUp();
  }

  get auth(): AuthUnderTest {
    if (!this.#auth) throw new Error('The stand-in does not listen yet.');
    return this.#auth;
  }

  /** The newest email to an address, once there is one. */
  letterTo(email: string): Promise<SignInLetter> {
    return this.auth.letters.to(email);
  }

  /** An email requested elsewhere. @returns the token of its link */
  async letter(email: string): Promise<string> {
    await this.auth.browser().signInWithOtp({ email });
    return (await this.letterTo(email)).link;
  }

  /** A session in a browser's form. */
  async session(email: string): Promise<string> {
    const token_hash = await this.letter(email);
    const { data } = await this.auth.browser().verifyOtp({ type: 'email', token_hash });
    return JSON.stringify(data.session);
  }

  /** The fragment that the server's page adds to the address after a sign-in. */
  async sessionFragment(email: string): Promise<string> {
    const { user: _, ...parts } = JSON.parse(await this.session(email));
    return Object.entries(parts)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join('&');
  }

  /** A row that a test inserts directly counts as made by this browser. */
  stateOf({ id }: Row): AliasState {
    const known = this.#states.get(id) ?? {
      confirmed: false,
      ticket: undefined,
      settings: { ...NEW },
    };
    this.#states.set(id, known);
    return known;
  }

  noteOf(id: string): Note {
    const known = this.#notes.get(id) ?? {};
    this.#notes.set(id, known);
    return known;
  }

  /** The rule of ownership, in either mode. */
  sees(row: Row, headers: Headers): boolean {
    const { confirmed, ticket, unasked } = this.stateOf(row);
    if (unasked) return false;
    if (emailOf(headers) === row.real_email) return true;
    if (confirmed) return false;
    if (this.#mode() === 'open' || ticket === undefined) return true;
    return headers['x-alias-ticket'] === ticket;
  }

  /** An alias without either could never have an owner. */
  refuses(headers: Headers): boolean {
    const known = isTicket(headers['x-alias-ticket']) || emailOf(headers) !== undefined;
    return this.#mode() === 'confirmed' && !known;
  }

  born(row: Row, headers: Headers): void {
    const confirmed = this.#mode() === 'confirmed' && emailOf(headers) === row.real_email;
    this.#states.set(row.id, {
      confirmed,
      ticket: headers['x-alias-ticket'],
      settings: { ...NEW },
    });
  }

  /** An owner has changed the address. @param to undefined: one of the two messages is unanswered */
  move(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined) return;
    for (const row of this.#table.of(from)) row.real_email = to;
  }

  /** Called when a session of this address has begun. */
  confirm(email: string): void {
    if (this.#mode() === 'open') return;
    for (const row of this.#table.of(email)) {
      const state = this.stateOf(row);
      if (!state.unasked) state.confirmed = true;
    }
  }

  /** What someone else has made for the address of a session. */
  unasked(headers: Headers): Row[] {
    const email = emailOf(headers);
    return this.#table.rows.filter(
      (row) => row.real_email === email && this.stateOf(row).unasked === true,
    );
  }

  /** It makes way for the owner's own. */
  makeWay(realEmail: string, headers: Headers): void {
    for (const row of this.unasked(headers)) {
      if (row.real_email === realEmail) this.#table.delete(row);
    }
  }

  /** Deletes the unconfirmed aliases of an address, or all of them. */
  forget(email: string, all: boolean): void {
    for (const row of this.#table.of(email)) {
      if (all || !this.stateOf(row).confirmed) this.#table.delete(row);
    }
  }

  refusalOfTestMail(row: Row, headers: Headers) {
    const { confirmed, settings } = this.stateOf(row);
    const { paused_until } = settings;
    if (!this.sees(row, headers)) return { status: 404, body: { code: 'not_found' } } as const;
    // A session of its address has confirmed it.
    const isOwner = emailOf(headers) === row.real_email;
    if (this.#mode() === 'confirmed' && !confirmed && !isOwner) {
      return {
        status: 403,
        body: { code: 'not_confirmed', message: 'Confirm it first.' },
      } as const;
    }
    if (paused_until === null) return undefined;
    return { status: 409, body: { code: 'paused', paused_until } } as const;
  }
}
