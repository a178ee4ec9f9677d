-- A session alone confirms nothing that someone else made: the rule of src/rules/ownership.ts. The letters of Supabase
-- name no alias, so they confirm none. An alias is confirmed if it is made under a session of its address, or by its
-- owner's 'Keep it', which the screen presses by itself for aliases of its own browser.

-- A refresh confirms nothing. The trigger stays: only GoTrue's own role may drop a trigger on its table.
create or replace function private.follow_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return null;
end
$$;

-- Sessions that existed when the address of their user changed: they prove the earlier address, not this one. A list
-- instead of a time, as the clocks of GoTrue and of the database may differ.
create table private.earlier_sessions (session_id uuid primary key, user_id uuid not null);

create or replace function private.was_begun_by_letter(session uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from auth.mfa_amr_claims
    where session_id = session
      and authentication_method in ('otp', 'magiclink', 'email/signup', 'recovery', 'invite', 'email_change')
  ) and not exists (select from private.earlier_sessions where session_id = session)
$$;

-- The time since when addresses are confirmed; null in `open`.
create function private.since() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select substring(value from '[0-9]+$')::bigint from private.settings where name = 'ownership' and value <> 'open'
$$;

-- An unconfirmed row from before `confirmed` began may be in use, so the session of its address sees and switches it.
create or replace function private.is_theirs(alias uuid, real_address text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (
      select case
        when s.confirmed_at is not null then real_address = private.owner_email()
        else private.is_open() or s.ticket = private.ticket()
          or real_address = private.owner_email() and coalesce(s.made_at, 0) < private.since()
        end
      from (select) as one left join private.alias_states as s on s.alias_id = alias
    ),
    false
  )
$$;

-- Decided before the lock, so that no one locks the row of another, and again after it.
create or replace function private.is_theirs_to_change(alias uuid, real_address text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not private.is_theirs(alias, real_address) then
    return false;
  end if;
  perform from private.alias_states where alias_id = alias for update;
  return private.is_theirs(alias, real_address);
end
$$;

create function private.is_confirmed(alias uuid) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from private.alias_states where alias_id = alias and confirmed_at is not null)
$$;

create or replace function private.is_theirs_to_delete(alias uuid, real_address text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if real_address is distinct from private.owner_email() or not private.is_confirmed(alias) then
    return false;
  end if;
  perform from private.alias_states where alias_id = alias for update;
  return private.is_confirmed(alias) and private.has_used_every_factor();
end
$$;

create or replace function private.hold(address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform from private.alias_states
  where alias_id in (select id from public.aliases where real_email = address) order by alias_id for update;
  return exists (
    select from public.aliases as a join private.alias_states as s on s.alias_id = a.id
    where a.real_email = address and s.confirmed_at is not null
  );
end
$$;

-- An unconfirmed row that has carried no mail is replaced by the owner's own: it is deleted, and its name is free
-- again.
create function private.make_way(address text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.hold(address);
  delete from public.aliases as a using private.alias_states as s
  where a.real_email = address and s.alias_id = a.id and s.confirmed_at is null and s.made_at >= private.since();
end
$$;

create or replace function private.note_who_made_it() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  made bigint := private.milliseconds(now());
  -- Only `confirmed` ever writes confirmed_at.
  confirmed boolean := coalesce(new.real_email = private.owner_email(), false) and not private.is_open();
  taken text;
begin
  if not confirmed and private.ticket() is null and not private.is_open() then
    raise insufficient_privilege using
      message = 'An alias is made with a ticket (x-alias-ticket) or by the owner of the address.';
  end if;
  -- One insert for an address at a time: the owner's insert sees the row of a stranger from a moment earlier.
  perform pg_advisory_xact_lock(hashtextextended(new.real_email, 0));
  if confirmed then
    perform private.make_way(new.real_email);
  end if;
  taken := case
    when exists (select from public.aliases where real_email = new.real_email) then 'aliases_free_plan'
    when exists (select from public.aliases where alias_email = new.alias_email) then 'aliases_alias_email'
    when exists (select from private.retired_names where alias_email = new.alias_email) then 'aliases_alias_email'
  end;
  if taken is not null then
    raise unique_violation using
      message = format('duplicate key value violates unique constraint "%s"', taken),
      schema = 'public', table = 'aliases', constraint = taken;
  end if;
  insert into private.alias_states (alias_id, made_at, confirmed_at, ticket)
  values (new.id, made, case when confirmed then made end, case when not confirmed then private.ticket() end);
  return new;
end
$$;

create or replace function private.follow_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- The address that the user has proved so far.
  was text := case
    when tg_op <> 'INSERT' and old.email_confirmed_at is not null and not old.is_anonymous and not old.is_sso_user
    then lower(old.email)
  end;
  changed boolean := was <> lower(new.email);
begin
  -- When a user is deleted, permanently or with the row kept (its address is scrambled then), the alias is deleted too.
  if tg_op = 'DELETE' then
    perform private.forget(was);
    return null;
  end if;
  if new.deleted_at is not null then
    perform private.forget(was);
    return null;
  end if;
  if tg_op = 'UPDATE' and lower(old.email) is distinct from lower(new.email) then
    delete from private.earlier_sessions as e where not exists (select from auth.sessions as s where s.id = e.session_id);
    insert into private.earlier_sessions (session_id, user_id)
    select id, user_id from auth.sessions where user_id = new.id on conflict (session_id) do nothing;
  end if;
  if new.email_confirmed_at is null or new.is_anonymous or new.is_sso_user then
    return null;
  end if;
  -- GoTrue counts the first letter, and resets the count with the second. As JSON, so that a column that GoTrue drops
  -- is missing instead of an error.
  if changed and to_jsonb(old) ->> 'email_change_confirm_status' = '1' then
    perform private.move(was, lower(new.email));
  elsif changed and exists (select from public.aliases where real_email = was) then
    raise warning 'An address was changed without the letter to the earlier one, so its alias has not moved: switch ''Secure email change'' on (Authentication, Email).';
  end if;
  return null;
end
$$;

drop function private.confirm(text);

-- Aliases that someone has made for the address of a session, for its owner: GET rest/v1/unconfirmed_aliases, PATCH
-- with {"kept": true}, DELETE.
create view public.unconfirmed_aliases with (security_barrier) as
select a.id as alias_id, a.alias_email, a.created_at, coalesce(s.ticket = private.ticket(), false) as made_here, false as kept
from public.aliases as a left join private.alias_states as s on s.alias_id = a.id
where a.real_email = (select private.owner_email()) and s.confirmed_at is null and not (select private.is_open());

revoke all on public.unconfirmed_aliases from public, anon, authenticated;
grant select, update (kept), delete on public.unconfirmed_aliases to anon, authenticated;

create function private.keep() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if new.kept is not true then
    raise check_violation using message = 'An alias is kept, or deleted.';
  end if;
  insert into private.alias_states as s (alias_id, made_at, confirmed_at)
  select id, private.milliseconds(created_at), private.milliseconds(now())
  from public.aliases where id = old.alias_id and real_email = private.owner_email() and not private.is_open()
  on conflict (alias_id) do update set confirmed_at = excluded.confirmed_at, ticket = null where s.confirmed_at is null;
  return case when found then new end;
end
$$;
create trigger an_owner_keeps_an_alias instead of update on public.unconfirmed_aliases
  for each row execute function private.keep();

create function private.discard() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform from private.alias_states where alias_id = old.alias_id for update;
  delete from public.aliases
  where id = old.alias_id and real_email = private.owner_email() and not private.is_confirmed(id);
  return case when found then old end;
end
$$;
create trigger an_owner_discards_an_alias instead of delete on public.unconfirmed_aliases
  for each row execute function private.discard();

revoke all on function private.since(), private.is_confirmed(uuid), private.make_way(text), private.keep(), private.discard() from public;
-- The view calls them with the visitor's rights.
grant execute on function private.ticket(), private.is_open() to anon, authenticated;

-- With an empty path PostgreSQL would look for types among the visitor's temporary ones first.
do $$
declare
  definer regprocedure;
begin
  for definer in select oid from pg_proc where pronamespace = 'private'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', definer);
  end loop;
end
$$;
