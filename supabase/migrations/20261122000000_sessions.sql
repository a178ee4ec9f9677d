-- The tables of the session facility (auth/v1), hidden from PostgREST. Supabase has sessions of its own: there the
-- engine runs with AUTH=off, and these stay empty. They exist because the engine's role cannot create tables.

create table private.auth_users (
  id text PRIMARY KEY NOT NULL,
  email text UNIQUE,
  confirmed_at bigint,
  new_email text,
  new_email_step bigint NOT NULL,
  app text NOT NULL,
  meta text NOT NULL,
  password text,
  anonymous bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  last_sign_in_at bigint
);
create index auth_users_new_email on private.auth_users (new_email);
create table private.auth_identities (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  data text NOT NULL,
  created_at bigint NOT NULL,
  last_sign_in_at bigint,
  UNIQUE (provider, subject)
);
create index auth_identities_user_id on private.auth_identities (user_id);
create table private.auth_sessions (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  counter bigint NOT NULL,
  late bigint NOT NULL,
  late_since bigint NOT NULL,
  aal bigint NOT NULL,
  amr text NOT NULL,
  created_at bigint NOT NULL,
  refreshed_at bigint NOT NULL
);
create index auth_sessions_user_id on private.auth_sessions (user_id);
create index auth_sessions_refreshed_at on private.auth_sessions (refreshed_at);
create table private.auth_one_time (
  user_id text NOT NULL,
  kind text NOT NULL,
  link text NOT NULL,
  code text NOT NULL,
  tries bigint NOT NULL,
  link_until bigint NOT NULL,
  code_until bigint NOT NULL,
  redirect_to text,
  challenge text,
  retry_at bigint,
  retries bigint NOT NULL,
  PRIMARY KEY (user_id, kind)
);
create index auth_one_time_link on private.auth_one_time (link);
create index auth_one_time_link_until on private.auth_one_time (link_until);
create index auth_one_time_retry_at on private.auth_one_time (retry_at);
create table private.auth_flows (
  id text PRIMARY KEY NOT NULL,
  provider text NOT NULL,
  challenge text,
  auth_code text UNIQUE,
  user_id text,
  linking text,
  redirect_to text,
  sealed text NOT NULL,
  used bigint NOT NULL,
  until bigint NOT NULL
);
create index auth_flows_user_id on private.auth_flows (user_id);
create index auth_flows_until on private.auth_flows (until);
create table private.auth_factors (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  name text,
  type text NOT NULL,
  verified bigint NOT NULL,
  sealed text,
  last_step bigint NOT NULL,
  tries bigint NOT NULL,
  locked_until bigint NOT NULL,
  credential text,
  created_at bigint NOT NULL,
  UNIQUE (user_id, name)
);
create table private.auth_challenges (
  id text PRIMARY KEY NOT NULL,
  session_id text,
  factor_id text,
  value text NOT NULL,
  until bigint NOT NULL
);
create index auth_challenges_until on private.auth_challenges (until);
create table private.auth_passkeys (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  credential text UNIQUE NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  name text,
  created_at bigint NOT NULL,
  last_used_at bigint
);
create index auth_passkeys_user_id on private.auth_passkeys (user_id);
create table private.auth_signing_keys (
  kid text PRIMARY KEY NOT NULL,
  sealed text NOT NULL,
  created_at bigint NOT NULL
);
create table private.auth_letter_budget (
  key text PRIMARY KEY NOT NULL,
  times text NOT NULL,
  used bigint NOT NULL,
  stopped_until bigint NOT NULL,
  forget_at bigint NOT NULL
);
create index auth_letter_budget_forget_at on private.auth_letter_budget (forget_at);

grant select, insert, update, delete on
  private.auth_users,
  private.auth_identities,
  private.auth_sessions,
  private.auth_one_time,
  private.auth_flows,
  private.auth_factors,
  private.auth_challenges,
  private.auth_passkeys,
  private.auth_signing_keys,
  private.auth_letter_budget
  to veilpost_engine;

update private.schema_version set version = 2 where id = 1;
