/** A Supabase project for tests: its roles, its default grants, its users (supabase-users.ts), and our migrations. */

import { readdirSync, readFileSync } from 'node:fs';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';

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
  /** As the superuser, who is not restricted by policies. */
  sql: Sql;
  request: ReturnType<typeof requestsBy>;
  /** The address of the database for another role. */
  urlFor: (role: string) => string;
  /** Applies the migrations since there are owners. */
  migrate: () => Promise<void>;
};

/** All files of one process share the server: idle connections must not use up its limit. */
const quiet = { onnotice: () => {}, idle_timeout: 1 };

/** The last migration from before there were owners, by the beginning of its name. */
const BEFORE_OWNERS = '20261122000000';

/** Projects to copy: a copy takes a tenth of the migrations, and roles belong to the whole server. */
const TEMPLATES = { 'before owners': 'supabase_before_owners', now: 'supabase_now' };
let templates: Promise<void> | undefined;
let projects = 0;

async function makeTemplates(): Promise<void> {
  const before = await projectDatabase(TEMPLATES['before owners']);
  await migrate(before, (migration) => !isLater(migration));
  const now = await projectDatabase(TEMPLATES.now, TEMPLATES['before owners']);
  await migrate(now, isLater);
}

/** @param age of its migrations */
export async function supabaseProject(
  after: (cleanUp: () => Promise<void>) => void,
  age: keyof typeof TEMPLATES = 'now',
): Promise<SupabaseProject> {
  await (templates ??= makeTemplates());
  projects += 1;
  const url = await projectDatabase(`supabase_${projects}`, TEMPLATES[age]);
  const urlFor = (role: string) => asRole(role, url);
  const sql = postgres(url, quiet);
  const postgrest = postgres(urlFor('authenticator'), quiet);
  after(async () => {
    await Promise.all([sql.end(), postgrest.end()]);
  });
  await sql`INSERT INTO private.alias_domains VALUES ('a.test')`;
  return {
    sql,
    urlFor,
    migrate: () => migrate(url, isLater),
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

const isLater = (migration: string) => migration > `${BEFORE_OWNERS}~`;

/** Applies some of the migrations, as the owner of the project. */
async function migrate(url: string, isWanted: (migration: string) => boolean): Promise<void> {
  const sql = postgres(asRole('project', url), quiet);
  for (const file of readdirSync(MIGRATIONS).toSorted()) {
    if (isWanted(file)) await sql.unsafe(readFileSync(new URL(file, MIGRATIONS), 'utf8'));
  }
  await sql.end();
}

/** The same database for another role. */
function asRole(role: string, url: string): string {
  const address = new URL(url);
  address.username = role;
  return address.href;
}

/** A database for the project, as its owner's. @returns its address */
async function projectDatabase(name: string, template?: string): Promise<string> {
  const url = await postgresDatabase(name, template);
  const sql = postgres(url, quiet);
  if (template === undefined) await sql.unsafe(NEW_PROJECT);
  await sql`ALTER DATABASE ${sql(name)} OWNER TO project`;
  await sql.end();
  return url;
}
