-- Beside an alias: its owner, names that are never used again, and the history of its mail. The columns are those of
-- src/store/migrations/0003-owners.ts; times are milliseconds since 1970, a ticket is its SHA-256 in hexadecimal.

create table private.alias_states (
  alias_id uuid primary key, confirmed_at bigint, ticket text, paused_until bigint,
  link_epoch bigint not null default 0, made_at bigint not null
);
create index alias_states_unconfirmed on private.alias_states (made_at) where confirmed_at is null;
create table private.retired_names (alias_email text primary key, retired_at bigint not null);
create table private.history (
  alias_id uuid not null, at bigint not null, kind text not null, domain text not null,
  reason text not null, code bigint, host text
);
create index history_alias_id_at on private.history (alias_id, at);
create index history_at on private.history (at);
create table private.history_days (
  alias_id uuid not null, day bigint not null, delivered bigint not null, primary key (alias_id, day)
);
create index history_days_day on private.history_days (day);

-- The engine deletes rows that no one has confirmed, and rows that its operator deletes.
grant select, insert, update, delete on
  private.alias_states, private.retired_names, private.history, private.history_days to veilpost_engine;
grant delete on public.aliases to veilpost_engine;
-- public.alias_states is the owner's view of the table with the same name: the engine must find the table first.
alter role veilpost_engine set search_path = private, public;

create function private.milliseconds(moment timestamptz) returns bigint
language sql immutable set search_path = ''
return floor(extract(epoch from moment) * 1000)::bigint;

-- The mode, as the engine stores it (src/app/ownership-mode.ts): `open`, or `confirmed` and the time since when. It is
-- `open` until an engine with OWNERSHIP=confirmed has started: until then anyone who enters an address sees and
-- switches its alias.
create function private.is_open() returns boolean
language sql stable security definer set search_path = ''
return not exists (select from private.settings where name = 'ownership' and value <> 'open');

-- Whether a row may have carried mail without being confirmed: then its name is not used again.
create function private.has_carried(made timestamptz) returns boolean
language sql stable security definer set search_path = ''
return private.is_open() or coalesce(
  private.milliseconds(made) < (select substring(value from '[0-9]+$')::bigint from private.settings where name = 'ownership'),
  true
);

-- Everything that belongs to a row is deleted with it, and its name stays if mail has reached it. The engine does so
-- itself, in one statement.
create function private.leave_no_trace() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.has_carried(old.created_at)
    or exists (select from private.alias_states where alias_id = old.id and confirmed_at is not null)
  then
    insert into private.retired_names (alias_email, retired_at)
    values (old.alias_email, private.milliseconds(now())) on conflict (alias_email) do nothing;
  end if;
  delete from private.alias_states where alias_id = old.id;
  delete from private.history where alias_id = old.id;
  delete from private.history_days where alias_id = old.id;
  return null;
end
$$;
create trigger what_belongs_to_an_alias_goes_with_it after delete on public.aliases
  for each row when (current_user <> 'veilpost_engine') execute function private.leave_no_trace();

-- For every insert. After it: a deletion in progress has made the unique index wait, and its retired name is only
-- visible now.
create function private.refuse_retired_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.retired_names where alias_email = new.alias_email) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "aliases_alias_email"',
      schema = 'public', table = 'aliases', constraint = 'aliases_alias_email';
  end if;
  return null;
end
$$;
create trigger a_retired_name_is_taken after insert on public.aliases
  for each row execute function private.refuse_retired_name();

revoke all on function private.milliseconds(timestamptz), private.is_open(), private.has_carried(timestamptz),
  private.leave_no_trace(), private.refuse_retired_name() from public;

update private.schema_version set version = 3 where id = 1;
