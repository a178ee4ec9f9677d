-- The product's table on Supabase: here PostgreSQL decides what a visitor may do, whatever reaches PostgREST. Columns,
-- checks and index names are those of src/store/migrations/0001-aliases.ts, so the mail engine works on it.

create schema if not exists private;
revoke all on schema private from public;

-- The domains that aliases may have: insert yours (docs/supabase.md). If it is empty, no one gets an alias.
create table private.alias_domains (
  domain text primary key check (domain = lower(domain) and domain ~ '^[a-z0-9.-]+$')
);

create table public.aliases (
  id uuid primary key default gen_random_uuid(),
  real_email text not null,
  alias_email text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint real_email_length check (octet_length(real_email) between 3 and 254),
  constraint real_email_form check (
    real_email like '_%@_%' and real_email !~ '[\x01-\x20\x7f-\xa0]' and real_email = lower(real_email)
  ),
  constraint alias_email_length check (octet_length(alias_email) <= 254),
  constraint alias_email_form check (alias_email ~ '^alias-[1-9][0-9]*@[a-z0-9.-]+$')
);
create unique index aliases_alias_email on public.aliases (alias_email);
-- The free plan: one alias per real address.
create unique index aliases_free_plan on public.aliases (real_email);

-- Text without its percent-encoding (RFC 3986 section 2.1).
create function private.percent_decoded(encoded text) returns text
language sql immutable strict set search_path = ''
as $$
  select convert_from(
    string_agg(
      case when part[1] like '\%__' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
      ''::bytea order by place
    ),
    'UTF8'
  )
  from regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as parts (part, place)
$$;

-- The real address of a request: the header x-real-email, as PostgREST passes it on. The screen encodes what a header
-- cannot hold; then the at sign is encoded, too, and an address that merely contains a % is left alone. `return` binds
-- the function's body now, so a visitor does not need any right on the schema.
create function private.requester() returns text
language sql stable set search_path = ''
return (
  select lower(btrim(case when value like '%@%' then value else private.percent_decoded(value) end))
  from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-real-email') as header (value)
);

-- Definer's rights: the visitor may check one domain, but not read the table.
create function private.is_alias_domain(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.alias_domains where domain = lower(substring(address from '@([^@]*)$'))
  )
$$;

revoke all on function private.percent_decoded(text) from public;
revoke all on function private.requester() from public;
revoke all on function private.is_alias_domain(text) from public;
grant execute on function private.percent_decoded(text) to anon, authenticated;
grant execute on function private.requester() to anon, authenticated;
grant execute on function private.is_alias_domain(text) to anon, authenticated;

-- Supabase grants everything on a new table of public: revoke it first, then grant what the four calls need.
revoke all on public.aliases from public, anon, authenticated;
grant select on public.aliases to anon, authenticated;
grant insert (real_email, alias_email, active) on public.aliases to anon, authenticated;
grant update (active) on public.aliases to anon, authenticated;

alter table public.aliases enable row level security;

create policy "a visitor sees the alias of the address that the request names" on public.aliases
  for select to anon, authenticated
  using (real_email = (select private.requester()));

create policy "a visitor adds an active alias of ours for that address" on public.aliases
  for insert to anon, authenticated
  with check (
    real_email = (select private.requester())
    and active
    and private.is_alias_domain(alias_email)
    and not private.is_alias_domain(real_email)
  );

create policy "a visitor switches the alias of that address" on public.aliases
  for update to anon, authenticated
  using (real_email = (select private.requester()))
  with check (real_email = (select private.requester()));
