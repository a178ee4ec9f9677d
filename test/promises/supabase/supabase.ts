/** A Supabase project for tests: its roles, its default grants, its users (supabase-users.ts), and our migrations. */

import { readdirSync, readFileSync } from 'node:fs';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { PostgresServer } from '#support/postgres.ts';

const MIGRATIONS = new URL('../../../supabase/migrations/', import.meta.url);

/**
 * The roles and schemas of a new project. The migrations run as a role that is not a superuser and does not own the schema
 * `auth`, with the attributes of Supabase's `postgres`.
 */
const NEW_PROJECT = `
  CREATE ROLE project LOGIN CREATEROLE BYPASSRLS;
  CREATE ROLE anon NOLOGIN; CREATE ROLE authenticated NOLOGIN; CREATE ROLE service_role NOLOGIN BYPASSRLS;
  CREATE ROLE authenticator LOGIN NOINHERIT; GRANT anon, authenticated, service_role TO authenticator;
  GRANT anon, authenticated, service_role TO project;
  CREATE ROLE supabase_auth_admin LOGIN NOINHERIT;
  ALTER DATABASE supabase OWNER TO project;
  GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
  ALTER DEFAULT PRIVILEGES FOR ROLE project IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
  ALTER DEFAULT PRIVILEGES FOR ROLE project IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
  CREATE SCHEMA auth AUTHORIZATION supabase_auth_admin;
  SET ROLE supabase_auth_admin;
  CREATE TYPE auth.factor_status AS ENUM ('unverified', 'verified');
  CREATE TABLE auth.users (
    id uuid PRIMARY KEY, email varchar(255), email_confirmed_at timestamptz, recovery_token varchar(255),
    confirmation_sent_at timestamptz, recovery_sent_at timestamptz, email_change_sent_at timestamptz, invited_at timestamptz,
    email_change_confirm_status smallint DEFAULT 0,
    last_sign_in_at timestamptz, raw_user_meta_data jsonb, is_sso_user boolean NOT NULL DEFAULT false,
    deleted_at timestamptz, is_anonymous boolean NOT NULL DEFAULT false
  );
  CREATE TABLE auth.sessions (
    id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE, refreshed_at timestamp
  );
  CREATE TABLE auth.mfa_amr_claims (
    session_id uuid NOT NULL REFERENCES auth.sessions ON DELETE CASCADE, authentication_method text NOT NULL
  );
  CREATE TABLE auth.mfa_factors (
    id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE, status auth.factor_status NOT NULL
  );
  CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(
      nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), '')
    )::jsonb
  $$;
  CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    )::uuid
  $$;
  RESET ROLE;
  GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role, project;
  GRANT ALL ON ALL TABLES IN SCHEMA auth TO project;
  GRANT ALL ON ALL FUNCTIONS IN SCHEMA auth TO project;`;

/** The parts of a request: header fields in lower case, and the claims of its token. */
export type SupabaseRequest = {
  headers?: Record<string, unknown>;
  /** Absent: those of the public key. */
  claims?: Record<string, unknown>;
};

export type SupabaseProject = {
  /** Address of the database, as the superuser. */
  url: string;
  /** As the superuser, who is not restricted by policies. */
  sql: Sql;
  request: ReturnType<typeof requestsBy>;
  /** The address of the database for another role. */
  urlFor: (role: string) => string;
};

const quiet = { onnotice: () => {} };

/** @param until the last migration that is applied, by the beginning of its name; absent: all */
export async function supabaseProject(
  server: PostgresServer,
  after: (cleanUp: () => Promise<void>) => void,
  until = '~',
): Promise<SupabaseProject> {
  const url = await server.database('supabase');
  const urlFor = (role: string) => {
    const address = new URL(url);
    address.username = role;
    return address.href;
  };
  const sql = postgres(url, quiet);
  const postgrest = postgres(urlFor('authenticator'), quiet);
  after(async () => {
    await Promise.all([sql.end(), postgrest.end()]);
  });
  await sql.unsafe(NEW_PROJECT);
  await migrateSupabase(urlFor('project'), '', until);
  await sql`INSERT INTO private.alias_domains VALUES ('a.test')`;
  return {
    url,
    sql,
    urlFor,
    request: requestsBy(postgrest),
  };
}

/** One request in PostgREST's form: a transaction with the role, the claims and the headers of the request. */
const requestsBy =
  (postgrest: Sql) =>
  <Rows>(from: SupabaseRequest, work: (as: TransactionSql) => Promise<Rows>) => {
    const { headers = {}, claims = { role: 'anon' } } = from;
    return postgrest.begin(async (as) => {
      await as`
        SELECT set_config('role', ${String(claims.role)}, true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      return work(as);
    });
  };

/** Applies the files with names in this range, as the owner of the project. */
export async function migrateSupabase(url: string, from: string, until = '~'): Promise<void> {
  const sql = postgres(url, quiet);
  try {
    for (const file of readdirSync(MIGRATIONS).toSorted()) {
      if (file < from || file > `${until}~`) continue;
      await sql.unsafe(readFileSync(new URL(file, MIGRATIONS), 'utf8'));
    }
  } finally {
    await sql.end();
  }
}
