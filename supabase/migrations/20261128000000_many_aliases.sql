-- The index and the tables of src/store/migrations/0009-many-aliases.ts. A visitor still gets one alias: the policies
-- only accept numbers of up to nine digits, which this index covers. The tables stay empty here: the engine has no
-- sessions of owners.

create index aliases_real_email on public.aliases (real_email);
create unique index aliases_one_short_name on public.aliases (real_email) where length(split_part(alias_email, '@', 1)) < 16;
drop index public.aliases_free_plan;
alter index public.aliases_one_short_name rename to aliases_free_plan;

create table private.alias_notes (
  alias_id uuid primary key, note text, site text, pinned bigint not null, changed_at bigint not null
);
create table private.plans (address text primary key, aliases bigint not null);
create table private.auth_api_keys (
  id text primary key not null, user_id text not null, hash text unique not null, name text not null,
  scope text not null, made_at bigint not null, used_at bigint
);
create index auth_api_keys_user_id on private.auth_api_keys (user_id);
grant select, insert, update, delete on private.alias_notes, private.plans, private.auth_api_keys to veilpost_engine;

update private.schema_version set version = 9 where id = 1;
