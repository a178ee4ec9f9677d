/** The users of a Supabase project, written as its GoTrue does. */

import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/** The used claims of an access token. */
export type Claims = Record<string, unknown>;

export type SupabaseUsers = {
  /** A request for an email to the address, or a sign-up there with a password: an unconfirmed user. */
  ask: (email: string) => Promise<void>;
  /** A sign-up with 'Confirm email' off: no email is sent, and a session begins. */
  signUpAtOnce: (email: string) => Promise<Claims>;
  /** The link or the code of the email is used: the address is confirmed, and a session begins. */
  useLetter: (email: string) => Promise<Claims>;
  /** A session without an email: by password, or by a provider. */
  signIn: (email: string, method: string) => Promise<Claims>;
  refresh: (claims: Claims) => Promise<void>;
  signOut: (claims: Claims) => Promise<void>;
  /** An anonymous user, who may have named an unconfirmed address. */
  anonymous: (email?: string) => Promise<Claims>;
  /** Both emails of a change of address were used; `one`: 'Secure email change' is off. @returns the database's warnings */
  changeAddress: (from: string, to: string, letters?: 'both' | 'one') => Promise<string[]>;
  addFactor: (email: string) => Promise<void>;
  delete: (email: string) => Promise<void>;
  /** The row stays, its address scrambled. */
  deleteSoftly: (email: string) => Promise<void>;
};

/** @param url of the database, for the role supabase_auth_admin */
export function supabaseUsers(
  url: string,
  after: (cleanUp: () => Promise<void>) => void,
): SupabaseUsers {
  const warnings: string[] = [];
  const onnotice = ({ severity, message }: postgres.Notice) => {
    if (severity === 'WARNING') warnings.push(message ?? '');
  };
  const sql = postgres(url, { onnotice, idle_timeout: 1 });
  after(() => sql.end());

  /** @returns the claims that each session has */
  const sessionOf = async (id: unknown, method: string): Promise<Claims> => {
    const session_id = randomUUID();
    await sql`INSERT INTO auth.sessions (id, user_id) VALUES (${session_id}, ${String(id)})`;
    await sql`INSERT INTO auth.mfa_amr_claims VALUES (${session_id}, ${method})`;
    return { sub: id, role: 'authenticated', session_id, aal: 'aal1' };
  };
  const begin = async (email: string, method: string): Promise<Claims> => {
    const [user] = await sql`SELECT id FROM auth.users WHERE email = ${email}`;
    const claims = await sessionOf(user?.id, method);
    await sql`UPDATE auth.users SET last_sign_in_at = now() WHERE email = ${email}`;
    const amr = [{ method, timestamp: 0 }];
    return { ...claims, aud: 'authenticated', email, amr, is_anonymous: false };
  };

  return {
    async ask(email) {
      const { count } = await sql`
        UPDATE auth.users SET recovery_token = ${randomUUID()}, recovery_sent_at = now() WHERE email = ${email} AND email_confirmed_at IS NOT NULL`;
      if (count > 0) return;
      await sql`
        INSERT INTO auth.users (id, email, recovery_token, confirmation_sent_at)
        SELECT ${randomUUID()}, ${email}, '', now() WHERE NOT EXISTS (SELECT FROM auth.users WHERE email = ${email})`;
    },
    async signUpAtOnce(email) {
      await sql`INSERT INTO auth.users (id, email, recovery_token) VALUES (${randomUUID()}, ${email}, '')`;
      await sql`UPDATE auth.users SET email_confirmed_at = now() WHERE email = ${email}`;
      return begin(email, 'password');
    },
    async useLetter(email) {
      const { count } = await sql`
        UPDATE auth.users SET email_confirmed_at = now() WHERE email = ${email} AND email_confirmed_at IS NULL`;
      if (count === 0) await sql`UPDATE auth.users SET recovery_token = '' WHERE email = ${email}`;
      return begin(email, 'otp');
    },
    signIn: (email, method) => begin(email, method),
    async refresh({ session_id: session }) {
      await sql`UPDATE auth.sessions SET refreshed_at = now() WHERE id = ${String(session)}`;
    },
    async signOut({ session_id: session }) {
      await sql`DELETE FROM auth.sessions WHERE id = ${String(session)}`;
    },
    async anonymous(email) {
      const id = randomUUID();
      await sql`
        INSERT INTO auth.users (id, email, is_anonymous) VALUES (${id}, ${email ?? null}, true)`;
      return { ...(await sessionOf(id, 'anonymous')), email, is_anonymous: true };
    },
    async changeAddress(from, to, letters = 'both') {
      warnings.length = 0;
      if (letters === 'both') {
        await sql`UPDATE auth.users SET email_change_confirm_status = 1 WHERE email = ${from}`;
      }
      await sql`
        UPDATE auth.users SET email = ${to}, email_change_confirm_status = 0 WHERE email = ${from}`;
      return [...warnings];
    },
    async addFactor(email) {
      await sql`
        INSERT INTO auth.mfa_factors (id, user_id, status)
        SELECT ${randomUUID()}, id, 'verified' FROM auth.users WHERE email = ${email}`;
    },
    async delete(email) {
      await sql`DELETE FROM auth.users WHERE email = ${email}`;
    },
    async deleteSoftly(email) {
      await sql`
        UPDATE auth.users SET email = md5(email), deleted_at = now() WHERE email = ${email}`;
    },
  };
}
