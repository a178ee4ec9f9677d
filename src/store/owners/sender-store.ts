/** The senders that each alias knows or its owner has blocked: under MACs, which no one can reverse. */

import {
  MOST_RULES,
  MOST_SEEN,
  MOST_WAITING,
  SEEN_AGAIN_MS,
  SEEN_LIFE_MS,
  type SenderRule,
  WAITING_LIFE_MS,
} from '#rules/senders.ts';
import { deleteRows } from '../delete-rows.ts';
import {
  bit,
  existingAliases,
  inBatches,
  number,
  places,
  type Statements,
  type Step,
  type Value,
  writing,
} from '../statements.ts';
import { isUuid } from '../storable.ts';
import {
  type EntryOf,
  NUMBER,
  NUMBER_OR_NULL,
  Table,
  TEXT,
  TEXT_OR_NULL,
  wordOf,
} from '../table.ts';

/** A sender of one alias. Times are milliseconds since 1970. */
export type KnownSender = EntryOf<typeof SENDERS>;

/** A message from a sender has arrived. */
export type SeenSender = { aliasId: string; sender: string; at: number };

/** A rule of the owner's, or none: then the sender is as before. `name` is sealed. */
export type OwnersRule = { rule: 'let' | 'blocked'; name: string } | 'none';

/** Not in the order of a rule: the strongest of one sender's rows under several secrets counts. */
const STRENGTH: readonly SenderRule[] = ['blocked', 'let', 'seen', 'waiting'];

const SENDERS = new Table('alias_senders', {
  /** The MAC. */
  sender: TEXT,
  // A rule of a later program does not count as one of ours: the message waits.
  rule: wordOf(STRENGTH, 'waiting'),
  /** The rule's last change. */
  at: NUMBER,
  /** The last message that arrived, to a month; null: none has. */
  seenAt: NUMBER_OR_NULL,
  /** Sealed; null if only mail has been seen. */
  name: TEXT_OR_NULL,
});

/** A row without later mail stays unchanged for a month: a write for each message would cost more than the message. */
const NOTE = `INSERT INTO alias_senders (alias_id, sender, rule, at, seen_at) VALUES ?
  ON CONFLICT (alias_id, sender) DO UPDATE SET seen_at = excluded.seen_at,
    at = CASE WHEN alias_senders.rule IN ('let', 'blocked') THEN alias_senders.at ELSE excluded.at END,
    rule = CASE WHEN alias_senders.rule = 'waiting' THEN 'seen' ELSE alias_senders.rule END,
    name = CASE WHEN alias_senders.rule = 'waiting' THEN NULL ELSE alias_senders.name END
  WHERE alias_senders.seen_at IS NULL OR alias_senders.rule = 'waiting'
    OR alias_senders.seen_at < excluded.seen_at - ${SEEN_AGAIN_MS}`;

/** Of each alias the senders with the newest messages stay. */
const TRIM = `DELETE FROM alias_senders WHERE alias_id IN (?) AND rule = 'seen' AND at < (
    SELECT s.at FROM alias_senders AS s WHERE s.alias_id = alias_senders.alias_id AND s.rule = 'seen'
    ORDER BY s.at DESC LIMIT 1 OFFSET ${MOST_SEEN - 1})`;

/** An alias may have been deleted since it was looked up. */
const ORPHANS = `DELETE FROM alias_senders WHERE alias_id IN (?)
  AND NOT EXISTS (SELECT 1 FROM aliases WHERE aliases.id = alias_senders.alias_id)`;

const WAIT = `INSERT INTO alias_senders (alias_id, sender, rule, at, name)
  SELECT id, $2, 'waiting', CAST($3 AS bigint), $4 FROM aliases WHERE id = $1 AND (
    SELECT count(*) FROM alias_senders WHERE alias_id = $1 AND rule = 'waiting') < ${MOST_WAITING}
  ON CONFLICT DO NOTHING`;

/** All methods reject like those of Store. */
export type SenderStore = ReturnType<typeof senderStore>;

export function senderStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'alias_senders');
  return {
    /** @param senders the MACs of one sender under each secret @returns its rows, the strongest rule first */
    async find(aliasId: string, senders: readonly string[]): Promise<KnownSender[]> {
      const sql = `SELECT * FROM alias_senders WHERE alias_id = $1 AND sender IN (${places(senders, 1)})`;
      const rows = await read(sql, [aliasId, ...senders]);
      const strength = ({ rule }: KnownSender) => STRENGTH.indexOf(rule);
      return rows.map(SENDERS.read).toSorted((one, other) => strength(one) - strength(other));
    },
    /** Everything stored about an alias's senders, the newest first. */
    async of(aliasId: string): Promise<KnownSender[]> {
      if (!isUuid(aliasId)) return [];
      const sql = 'SELECT * FROM alias_senders WHERE alias_id = $1 ORDER BY at DESC, sender';
      return (await read(sql, [aliasId])).map(SENDERS.read);
    },
    /** Records senders whose mail has arrived, only the last message of each, except for deleted aliases. */
    async note(seen: readonly SeenSender[]): Promise<void> {
      const known = await existingAliases(
        statements,
        seen.map(({ aliasId }) => aliasId),
      );
      // PostgreSQL rejects a statement that changes a row twice.
      const last = new Map(seen.map((one) => [`${one.aliasId} ${one.sender}`, one]));
      const rows = [...last.values()]
        .filter(({ aliasId }) => known.has(aliasId))
        .map(({ aliasId, sender, at }) => [aliasId, sender, 'seen', at, at])
        // All nodes lock rows in one order, so that no two of them deadlock.
        .toSorted((one, other) => (one.join() < other.join() ? -1 : 1));
      await inBatches(write, NOTE, rows);
      const ids = [...known].map((id) => [id]);
      await inBatches(write, TRIM, ids);
      await inBatches(write, ORPHANS, ids);
    },
    /** A new sender waits from here on, unless too many do. @param name sealed */
    async wait(aliasId: string, sender: string, at: number, name: string): Promise<void> {
      await write(WAIT, [aliasId, sender, at, name]);
    },
    /**
     * Writes the owner's rule; the first MAC of the sender replaces earlier ones. @returns false if there are too many
     * rules
     */
    async setRule(
      aliasId: string,
      [sender = '', ...earlier]: readonly string[],
      rule: OwnersRule,
      at: number,
    ): Promise<boolean> {
      const all = [sender, ...earlier];
      const find = `SELECT * FROM alias_senders WHERE alias_id = $1 AND sender IN (${places(all, 1)})`;
      const count = `SELECT count(*) AS n FROM alias_senders WHERE alias_id = $1 AND rule IN ('let', 'blocked')`;
      const remove = `DELETE FROM alias_senders WHERE alias_id = $1 AND sender IN (${places(all, 1)})`;
      const insert = `INSERT INTO alias_senders (alias_id, sender, rule, at, seen_at, name)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
      const inserting = (...values: Value[]): Step => [
        insert,
        [aliasId, ...values],
        { changes: 'alias_senders' },
      ];
      const blocks = `UPDATE alias_states SET has_blocked = $2 WHERE alias_id = $1`;
      return transaction(function* () {
        // The state is locked first: two changes of one alias's rules come one after the other.
        yield [`SELECT 1 AS one FROM alias_states WHERE alias_id = $1 ${lockRows}`, [aliasId]];
        const before = (yield [find, [aliasId, ...all]]).map(SENDERS.read);
        const hadRule = before.some((one) => one.rule === 'let' || one.rule === 'blocked');
        const rules = number((yield [count, [aliasId]])[0]?.n);
        if (rule !== 'none' && !hadRule && rules >= MOST_RULES) return false;
        const seen = before.flatMap(({ seenAt }) => seenAt ?? []);
        const seenAt = seen.length === 0 ? null : Math.max(...seen);
        yield [remove, [aliasId, ...all], { changes: 'alias_senders' }];
        if (rule !== 'none') {
          yield inserting(sender, rule.rule, at, seenAt, rule.name);
        } else if (seenAt !== null) {
          yield inserting(sender, 'seen', seenAt, seenAt, null);
        }
        const blocked = `SELECT 1 AS one FROM alias_senders WHERE alias_id = $1 AND rule = 'blocked' LIMIT 1`;
        const hasBlocked = (yield [blocked, [aliasId]]).length > 0;
        yield [blocks, [aliasId, bit(hasBlocked)], { changes: 'alias_states' }];
        return true;
      });
    },
    /** Copies rows of a sender from one MAC to another, which has no row. @param name sealed again */
    async renew(aliasId: string, from: string, to: string, name: string | null): Promise<void> {
      const copy = `INSERT INTO alias_senders (alias_id, sender, rule, at, seen_at, name)
        SELECT alias_id, $3, rule, at, seen_at, $4 FROM alias_senders WHERE alias_id = $1 AND sender = $2
        ON CONFLICT (alias_id, sender) DO UPDATE SET rule = excluded.rule, at = excluded.at, name = excluded.name`;
      await write(copy, [aliasId, from, to, name]);
      await write('DELETE FROM alias_senders WHERE alias_id = $1 AND sender = $2', [aliasId, from]);
    },
    /** Deletes senders that have waited, or not written, for too long. @returns the number of deleted rows */
    async forgetExpired(now: number): Promise<number> {
      const old = (rule: SenderRule, life: number) =>
        deleteRows(statements, {
          table: 'alias_senders',
          time: 'at',
          until: now - life,
          and: `rule = '${rule}'`,
          key: 'alias_id, sender',
        });
      return (await old('waiting', WAITING_LIFE_MS)) + (await old('seen', SEEN_LIFE_MS));
    },
  };
}
