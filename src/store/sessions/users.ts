/** People: one row each, found by id or by address. */

import { emailClaims } from './identities.ts';
import { type OneTime, putting } from './one-time.ts';
import {
  bit,
  insertRow,
  number,
  numberOrNull,
  type Row,
  type Statements,
  text,
  textOrNull,
  type Value,
} from '../statements.ts';

export type User = {
  /** UUID. */
  id: string;
  /** Canonical (rules/address.ts); null: an anonymous user. */
  email: string | null;
  /** The time at which the address was proven; null: never yet. */
  confirmedAt: number | null;
  /** A new address that will replace `email`. */
  newEmail: string | null;
  /** The address change's first used letter: 0 none yet, 1 that to the old address, 2 that to the new one. */
  newEmailStep: number;
  /** `app_metadata` and `user_metadata`, JSON objects. */
  app: string;
  meta: string;
  /** scrypt, encoded with its parameters; null: none. */
  password: string | null;
  anonymous: boolean;
  createdAt: number;
  updatedAt: number;
  lastSignInAt: number | null;
};

type Change = Partial<
  Pick<User, 'email' | 'app' | 'meta' | 'password' | 'newEmail' | 'newEmailStep'>
>;

/**
 * Whether a sign-in proves the address. The first proof voids password and metadata, which a stranger may have set, unless it
 * is that of the sign-up with them.
 */
export type AddressProof = boolean | 'of-sign-up';

export type UserStore = {
  byId(id: string): Promise<User | undefined>;
  byEmail(email: string): Promise<User | undefined>;
  /** Users with a pending change to this address, the latest first, a hundred at most. */
  byNewEmail(email: string): Promise<User[]>;
  /** @returns false where the address already has a user */
  insert(user: User): Promise<boolean>;
  /** A sign-in, and its proof of the address. @returns the changed row */
  signedIn(id: string, now: number, proof: AddressProof): Promise<User | undefined>;
  /** Changes only the named columns. @returns the changed row */
  update(id: string, change: Omit<Change, 'email'>, now: number): Promise<User | undefined>;
  /** One of the two letters was used. Undefined where the other one was first, or another address is pending. */
  confirmStep(id: string, newEmail: string, step: 1 | 2, now: number): Promise<User | undefined>;
  /**
   * The pending address replaces the old one, in the identity too; letters and codes of the earlier one, and all sessions but
   * `staying`, end in the same moment, as its reader may be somebody else by now. Undefined: it is no longer pending, is at
   * another step, or is taken.
   * @param notice is written in the same moment
   */
  adoptEmail(
    id: string,
    newEmail: string,
    step: 0 | 1 | 2,
    now: number,
    staying: string | null,
    notice?: OneTime,
  ): Promise<User | undefined>;
  /**
   * The same for a proven address, or for none, which replaces `from`; sessions go on unless told. Undefined: the user has another one by now, or another
   * user has it.
   */
  setEmail(
    id: string,
    from: string | null,
    to: string | null,
    now: number,
    sessions?: 'end',
  ): Promise<User | undefined>;
  /** Deletes the user of an unproven address, with every row of theirs. @returns false where there is none */
  deleteUnconfirmed(email: string): Promise<boolean>;
  /** Deletes the user and every row of theirs. @returns false where there is none */
  delete(id: string): Promise<boolean>;
};

/** Tables with rows of a user, by `user_id`. */
const OWNED = [
  'auth_identities',
  'auth_sessions',
  'auth_one_time',
  'auth_flows',
  'auth_factors',
  'auth_passkeys',
] as const;

/** The letters and codes of the earlier address that open the account; a notice has no link, and must still leave. */
const OPENERS = [
  `DELETE FROM auth_one_time WHERE user_id = $1 AND kind <> 'factors-forgotten' RETURNING 1 AS one`,
  'DELETE FROM auth_flows WHERE user_id = $1 RETURNING 1 AS one',
];

const endSessions = (userId: string, except: string | null): [string, Value[]] => [
  'DELETE FROM auth_sessions WHERE user_id = $1 AND id <> $2 RETURNING 1 AS one',
  [userId, except ?? ''],
];

const CHANGEABLE = [
  ['app', 'app'],
  ['meta', 'meta'],
  ['password', 'password'],
  ['newEmail', 'new_email'],
  ['newEmailStep', 'new_email_step'],
] as const;

export function userStore(statements: Statements): UserStore {
  const { read, write, transaction } = statements;
  /** The user's row goes first: the rest of an interrupted deletion has no owner, is not found, and is swept away. */
  const deleteOwned = async (users: readonly Row[]) => {
    for (const { id } of users) {
      for (const table of OWNED) {
        await write(`DELETE FROM ${table} WHERE user_id = $1 RETURNING 1 AS one`, [text(id)]);
      }
    }
    return users.length > 0;
  };
  const changeAddress = (
    sql: string,
    [id, ...values]: [string, ...Value[]],
    more: [string, Value[]][],
  ) =>
    transaction(function* () {
      const [row] = yield [sql, [id, ...values]];
      if (row === undefined) return undefined;
      for (const opener of OPENERS) yield [opener, [id]];
      for (const statement of more) yield statement;
      const user = toUser(row);
      const claims = `UPDATE auth_identities SET data = $2 WHERE user_id = $1 AND provider = 'email'
        RETURNING 1 AS one`;
      yield [claims, [id, emailClaims(id, user.email)]];
      return user;
    });
  return {
    byId: async (id) => (await read('SELECT * FROM auth_users WHERE id = $1', [id])).map(toUser)[0],
    byEmail: async (email) =>
      (await read('SELECT * FROM auth_users WHERE email = $1', [email])).map(toUser)[0],
    async byNewEmail(email) {
      const sql = `SELECT * FROM auth_users WHERE new_email = $1 ORDER BY updated_at DESC LIMIT 100`;
      return (await read(sql, [email])).map(toUser);
    },
    insert: (user) =>
      insertRow(statements, 'auth_users', {
        id: user.id,
        email: user.email,
        confirmed_at: user.confirmedAt,
        new_email: user.newEmail,
        new_email_step: user.newEmailStep,
        app: user.app,
        meta: user.meta,
        password: user.password,
        anonymous: bit(user.anonymous),
        created_at: user.createdAt,
        updated_at: user.updatedAt,
        last_sign_in_at: user.lastSignInAt,
      }),
    async signedIn(id, now, proof) {
      const strangers = `, password = CASE WHEN confirmed_at IS NULL THEN NULL ELSE password END,
        meta = CASE WHEN confirmed_at IS NULL THEN '{}' ELSE meta END`;
      const proven = proof
        ? `, confirmed_at = coalesce(confirmed_at, $2)${proof === 'of-sign-up' ? '' : strangers}`
        : '';
      const sql = `UPDATE auth_users SET last_sign_in_at = $2, updated_at = $2${proven}
        WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, now])).map(toUser)[0];
    },
    async update(id, change, now) {
      const changes = CHANGEABLE.flatMap(([name, column]) => {
        const value = change[name];
        return value === undefined ? [] : [{ column, value }];
      });
      const set = changes.map(({ column }, i) => `, ${column} = $${i + 3}`).join('');
      const sql = `UPDATE auth_users SET updated_at = $2${set} WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, now, ...changes.map(({ value }) => value)])).map(toUser)[0];
    },
    async confirmStep(id, newEmail, step, now) {
      // Two letters to the same address count as one consent.
      const sql = `UPDATE auth_users SET new_email_step = $3, updated_at = $4
        WHERE id = $1 AND new_email = $2 AND new_email_step IN (0, $3) RETURNING *`;
      return (await write(sql, [id, newEmail, step, now])).map(toUser)[0];
    },
    adoptEmail(id, newEmail, step, now, staying, notice) {
      const sql = `UPDATE auth_users
        SET email = new_email, confirmed_at = $4, anonymous = 0, new_email = NULL, new_email_step = 0, updated_at = $4
        WHERE id = $1 AND new_email = $2 AND new_email_step = $3
          AND NOT EXISTS (SELECT 1 FROM auth_users AS other WHERE other.email = $2)
        RETURNING *`;
      const ended = endSessions(id, staying);
      const more = notice === undefined ? [ended] : [ended, putting(notice)];
      return changeAddress(sql, [id, newEmail, step, now], more);
    },
    setEmail(id, from, to, now, sessions) {
      const sql = `UPDATE auth_users SET email = $3, confirmed_at = $4, anonymous = 0, updated_at = $4
        WHERE id = $1 AND coalesce(email, '') = $2
          AND NOT EXISTS (SELECT 1 FROM auth_users AS other WHERE other.email = $3)
        RETURNING *`;
      const ended = sessions === 'end' ? [endSessions(id, null)] : [];
      return changeAddress(sql, [id, from ?? '', to, now], ended);
    },
    async deleteUnconfirmed(email) {
      const sql = 'DELETE FROM auth_users WHERE email = $1 AND confirmed_at IS NULL RETURNING id';
      return deleteOwned(await write(sql, [email]));
    },
    async delete(id) {
      return deleteOwned(await write('DELETE FROM auth_users WHERE id = $1 RETURNING id', [id]));
    },
  };
}

export function toUser(row: Row): User {
  return {
    id: text(row.id),
    email: textOrNull(row.email),
    confirmedAt: numberOrNull(row.confirmed_at),
    newEmail: textOrNull(row.new_email),
    newEmailStep: number(row.new_email_step),
    app: text(row.app),
    meta: text(row.meta),
    password: textOrNull(row.password),
    anonymous: number(row.anonymous) === 1,
    createdAt: number(row.created_at),
    updatedAt: number(row.updated_at),
    lastSignInAt: numberOrNull(row.last_sign_in_at),
  };
}
