/** People: one row each, found by id or by address. */

import { emailClaims } from './identities.ts';
import { type OneTime, type OneTimeKind, putting, WAYS_BACK } from './one-time.ts';
import {
  type Step,
  type TableName,
  type Statements,
  type StatementSteps,
  type Value,
  text,
  writing,
} from '../statements.ts';
import {
  columnOf,
  type EntryOf,
  FLAG,
  NUMBER,
  NUMBER_OR_NULL,
  Table,
  TEXT,
  TEXT_OR_NULL,
} from '../table.ts';

export const USERS = new Table('auth_users', {
  /** UUID. */
  id: TEXT,
  /** Canonical (rules/address.ts); null: an anonymous user. */
  email: TEXT_OR_NULL,
  /** The time at which the address was proven; null: never yet. */
  confirmedAt: NUMBER_OR_NULL,
  /** A new address that will replace `email`. */
  newEmail: TEXT_OR_NULL,
  /** The address change's first used letter: 0 none yet, 1 that to the old address, 2 that to the new one. */
  newEmailStep: NUMBER,
  /** `app_metadata` and `user_metadata`, JSON objects. */
  app: TEXT,
  meta: TEXT,
  /** scrypt, encoded with its parameters; null: none. */
  password: TEXT_OR_NULL,
  anonymous: FLAG,
  createdAt: NUMBER,
  updatedAt: NUMBER,
  lastSignInAt: NUMBER_OR_NULL,
});
export type User = EntryOf<typeof USERS>;

/** The columns that `update` may change. */
const CHANGEABLE = ['app', 'meta', 'password', 'newEmail', 'newEmailStep'] as const;

/**
 * Whether a sign-in proves the address. The first proof voids password and metadata, which a stranger may have set,
 * unless it is that of the sign-up with them.
 */
export type AddressProof = boolean | 'of-sign-up';

/** Tables with rows of a user, by `user_id`. */
export const OWNED = [
  'auth_identities',
  'auth_sessions',
  'auth_one_time',
  'auth_flows',
  'auth_factors',
  'auth_passkeys',
  'auth_api_keys',
] as const;

/**
 * A notice without a link must still be sent, and a thief's next change must not void the link that undoes the first
 * one.
 */
const STAYING: readonly OneTimeKind[] = ['factors-forgotten', ...WAYS_BACK];
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** The letters, codes and API keys of the earlier address that give access to the account. */
const OPENERS = [
  { table: 'auth_one_time', and: `AND kind NOT IN (${quoted(STAYING)})` },
  { table: 'auth_flows', and: '' },
  { table: 'auth_api_keys', and: '' },
] as const;

/**
 * The steps that move or delete the aliases of the earlier address. `isFree` is false if those of another are in the
 * way; absent: none can be.
 */
export type AlongWith = { isFree?: StatementSteps<boolean>; move: StatementSteps<unknown> };

/** The steps that delete the aliases of a user. */
export type Forgetting = (user: User) => ReturnType<StatementSteps<unknown>>;

/** What changes at the same moment as an address. */
export type WithChange = {
  notices?: readonly OneTime[];
  /** Absent: they stay. */
  aliases?: AlongWith | undefined;
};

/** A proven address, or none, replaces another one. */
const REPLACED = `UPDATE auth_users SET email = $3, confirmed_at = $4, anonymous = 0, updated_at = $4
  WHERE id = $1 AND coalesce(email, '') = $2
    AND NOT EXISTS (SELECT 1 FROM auth_users AS other WHERE other.email = $3)
  RETURNING *`;

/** Deletes rows of the user $1. @param and a further condition @param values the first is the user's id */
const deletion = (table: TableName, and: string, values: Value[]): Step => [
  `DELETE FROM ${table} WHERE user_id = $1 ${and}`,
  values,
  { changes: table },
];

const endSessions = (userId: string, except: string | null) =>
  deletion('auth_sessions', 'AND id <> $2', [userId, except ?? '']);

export function userStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_users');
  /** The user's row first: no alias is made from then on, and those made before are found (owners/another.ts). */
  const deleting = function* (
    which: string,
    value: string,
    forget?: Forgetting,
  ): ReturnType<StatementSteps<boolean>> {
    const sql = `DELETE FROM auth_users WHERE ${which} RETURNING *`;
    const [row] = yield [sql, [value], { changes: 'auth_users' }];
    if (row === undefined) return false;
    const user = USERS.read(row);
    if (forget !== undefined) yield* forget(user);
    for (const table of OWNED) yield deletion(table, '', [user.id]);
    return true;
  };
  const deleteUser = (...which: Parameters<typeof deleting>) =>
    transaction(() => deleting(...which));
  /** @param inTheWay locks and finds users to delete if nothing else prevents the change; undefined: something does */
  const changeAddress = (
    sql: string,
    [id, ...values]: [string, ...Value[]],
    more: Step[],
    aliases?: AlongWith,
    inTheWay?: StatementSteps<string[] | undefined>,
  ) =>
    transaction(function* () {
      const others = inTheWay === undefined ? [] : yield* inTheWay();
      if (others === undefined) return undefined;
      if (aliases?.isFree !== undefined && !(yield* aliases.isFree())) return undefined;
      for (const other of others) yield* deleting('id = $1', other);
      const [row] = yield [sql, [id, ...values], { changes: 'auth_users' }];
      if (row === undefined) return undefined;
      // The user's row is locked: no alias is made for the earlier address any more (owners/another.ts).
      if (aliases !== undefined) yield* aliases.move();
      for (const { table, and } of OPENERS) yield deletion(table, and, [id]);
      for (const statement of more) yield statement;
      const user = USERS.read(row);
      const claims = `UPDATE auth_identities SET data = $2 WHERE user_id = $1 AND provider = 'email'`;
      yield [claims, [id, emailClaims(id, user.email)], { changes: 'auth_identities' }];
      return user;
    });
  return {
    async byId(id: string): Promise<User | undefined> {
      return (await read('SELECT * FROM auth_users WHERE id = $1', [id])).map(USERS.read)[0];
    },
    async byEmail(email: string): Promise<User | undefined> {
      return (await read('SELECT * FROM auth_users WHERE email = $1', [email])).map(USERS.read)[0];
    },
    /** Users with a pending change to this address, the latest first, at most a hundred. */
    async byNewEmail(email: string): Promise<User[]> {
      const sql = `SELECT * FROM auth_users WHERE new_email = $1 ORDER BY updated_at DESC LIMIT 100`;
      return (await read(sql, [email])).map(USERS.read);
    },
    /** @returns false if the address already has a user */
    insert: (user: User): Promise<boolean> => USERS.insert(statements, user),
    /** A sign-in, and its proof of the address. @returns the changed row */
    async signedIn(id: string, now: number, proof: AddressProof): Promise<User | undefined> {
      const strangers = `, password = CASE WHEN confirmed_at IS NULL THEN NULL ELSE password END,
        meta = CASE WHEN confirmed_at IS NULL THEN '{}' ELSE meta END`;
      const proven = proof
        ? `, confirmed_at = coalesce(confirmed_at, $2)${proof === 'of-sign-up' ? '' : strangers}`
        : '';
      const sql = `UPDATE auth_users SET last_sign_in_at = $2, updated_at = $2${proven}
        WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, now])).map(USERS.read)[0];
    },
    /** Changes only the named columns. @returns the changed row */
    async update(
      id: string,
      change: Partial<Pick<User, (typeof CHANGEABLE)[number]>>,
      now: number,
    ): Promise<User | undefined> {
      const changes = CHANGEABLE.flatMap((name) => {
        const value = change[name];
        return value === undefined ? [] : [{ column: columnOf(name), value }];
      });
      const set = changes.map(({ column }, i) => `, ${column} = $${i + 3}`).join('');
      const sql = `UPDATE auth_users SET updated_at = $2${set} WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, now, ...changes.map(({ value }) => value)])).map(USERS.read)[0];
    },
    /** One of the two letters was used. Undefined if the other one was first, or another address is pending. */
    async confirmStep(
      id: string,
      newEmail: string,
      step: 1 | 2,
      now: number,
    ): Promise<User | undefined> {
      // Two letters to the same address count as one consent.
      const sql = `UPDATE auth_users SET new_email_step = $3, updated_at = $4
        WHERE id = $1 AND new_email = $2 AND new_email_step IN (0, $3) RETURNING *`;
      return (await write(sql, [id, newEmail, step, now])).map(USERS.read)[0];
    },
    /**
     * The pending address replaces the old one, in the identity too. Letters and codes of the earlier one, and all
     * sessions but `staying`, end at the same moment, as its reader may be someone else by now. Undefined: it is no
     * longer pending, is at another step, or is taken.
     */
    adoptEmail(
      id: string,
      newEmail: string,
      step: 0 | 1 | 2,
      now: number,
      staying: string | null,
      { notices = [], aliases }: WithChange = {},
    ): Promise<User | undefined> {
      const sql = `UPDATE auth_users
        SET email = new_email, confirmed_at = $4, anonymous = 0, new_email = NULL, new_email_step = 0, updated_at = $4
        WHERE id = $1 AND new_email = $2 AND new_email_step = $3
          AND NOT EXISTS (SELECT 1 FROM auth_users AS other WHERE other.email = $2)
        RETURNING *`;
      const more = [endSessions(id, staying), ...notices.map(putting)];
      return changeAddress(sql, [id, newEmail, step, now], more, aliases);
    },
    /**
     * The same for a proven address, or for none, which replaces `from`; sessions continue unless requested otherwise.
     * Undefined: the user has another one by now, or another user has it.
     */
    setEmail(
      id: string,
      from: string | null,
      to: string | null,
      now: number,
      { sessions, notices = [], aliases }: WithChange & { sessions?: 'end' } = {},
    ): Promise<User | undefined> {
      const ended = sessions === 'end' ? [endSessions(id, null)] : [];
      const values: [string, ...Value[]] = [id, from ?? '', to, now];
      return changeAddress(REPLACED, values, [...ended, ...notices.map(putting)], aliases);
    },
    /**
     * The link to undo a change was used: the same for the earlier address `to`, whose newer user is deleted. With all
     * sessions the password is deleted, and so are passkeys, factors and linked accounts that were added since, and the
     * links that undo this change and later ones.
     * @param way the used row @param since milliseconds since 1970
     */
    returnEmail(
      id: string,
      from: string | null,
      to: string,
      now: number,
      { way, since, aliases }: { way: OneTime; since: number; aliases?: AlongWith | undefined },
    ): Promise<User | undefined> {
      const added = (table: TableName, and = '') =>
        deletion(table, `AND created_at > $2 ${and}`, [id, since]);
      const both = `SELECT id, email FROM auth_users WHERE id = $1 OR email = $2 ORDER BY id ${lockRows}`;
      return changeAddress(
        REPLACED,
        [id, from ?? '', to, now],
        [
          endSessions(id, null),
          ['UPDATE auth_users SET password = NULL WHERE id = $1', [id], { changes: 'auth_users' }],
          added('auth_factors'),
          added('auth_passkeys'),
          added('auth_identities', "AND provider <> 'email'"),
          deletion('auth_one_time', `AND link_until >= $2 AND kind IN (${quoted(WAYS_BACK)})`, [
            id,
            way.linkUntil,
          ]),
        ],
        aliases,
        function* () {
          const rows = yield [both, [id, to]];
          if (!rows.some((row) => row.id === id && row.email === from)) return undefined;
          return rows.map((row) => text(row.id)).filter((one) => one !== id);
        },
      );
    },
    /** Deletes the user of an unproven address, with every row of theirs. @returns false if there is none */
    deleteUnconfirmed: (email: string): Promise<boolean> =>
      deleteUser('email = $1 AND confirmed_at IS NULL', email),
    /** Deletes the user and every row of theirs. @param forget absent: aliases stay @returns false if there is none */
    delete: (id: string, forget?: Forgetting): Promise<boolean> =>
      deleteUser('id = $1', id, forget),
  };
}
