/**
 * Owners' notes about their aliases: a label, a site, and whether it is shown first. Texts are sealed for the alias.
 */

import { type Statements, writing } from '../statements.ts';
import { isStorable, isUuid } from '../storable.ts';
import { type EntryOf, FLAG, NUMBER, Table, TEXT, TEXT_OR_NULL } from '../table.ts';

const NOTES = new Table('alias_notes', {
  aliasId: TEXT,
  /** The label, sealed; null: none. */
  note: TEXT_OR_NULL,
  /** The host of the site, sealed; null: none. */
  site: TEXT_OR_NULL,
  pinned: FLAG,
  /** Milliseconds since 1970. */
  changedAt: NUMBER,
});
export type AliasNote = EntryOf<typeof NOTES>;

/** What an owner may change. */
export type NoteChange = Partial<Pick<AliasNote, 'note' | 'site' | 'pinned'>>;

export type NoteStore = ReturnType<typeof noteStore>;

/** The statement for a new alias's note. */
export const insertingNote = (note: AliasNote) => NOTES.inserting(note);

/** All methods reject like those of Store. */
export function noteStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'alias_notes');
  return {
    /** The notes of an address's aliases; an alias without one has an empty note. @param only the id of one of them; absent: all */
    async of(realEmail: string, only?: string): Promise<AliasNote[]> {
      if (!isStorable(realEmail) || (only !== undefined && !isUuid(only))) return [];
      const sql = `SELECT n.* FROM aliases AS a JOIN alias_notes AS n ON n.alias_id = a.id
        WHERE a.real_email = $1${only === undefined ? '' : ' AND a.id = $2'}`;
      return (await read(sql, only === undefined ? [realEmail] : [realEmail, only])).map(
        NOTES.read,
      );
    },
    /** @param owner as in OwnerStore @returns false if the alias is unknown, unconfirmed or another's */
    async change(id: string, change: NoteChange, owner: string, at: number): Promise<boolean> {
      if (!isUuid(id) || !isStorable(owner)) return false;
      // The lock on the state waits for a pending deletion: no note outlives its alias.
      const theirs = `SELECT 1 AS one FROM alias_states WHERE alias_id = $1 AND confirmed_at IS NOT NULL
        AND EXISTS (SELECT 1 FROM aliases WHERE id = $1 AND real_email = $2) ${lockRows}`;
      return transaction(function* () {
        if ((yield [theirs, [id, owner]]).length === 0) return false;
        const [kept] = (yield ['SELECT * FROM alias_notes WHERE alias_id = $1', [id]]).map(
          NOTES.read,
        );
        const before = kept ?? { aliasId: id, note: null, site: null, pinned: false };
        yield NOTES.putting({ ...before, ...change, changedAt: at }, 'alias_id');
        return true;
      });
    },
    /** Replaces a sealed text by the same one under the present secret, unless it was changed meanwhile. */
    async reseal(id: string, column: 'note' | 'site', from: string, to: string): Promise<void> {
      const sql = `UPDATE alias_notes SET ${column} = $1 WHERE alias_id = $2 AND ${column} = $3`;
      await write(sql, [to, id, from]);
    },
  };
}
