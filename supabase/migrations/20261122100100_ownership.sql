-- Who owns an alias, for callers through PostgREST. The rule is that of src/rules/ownership.ts. A confirmed row belongs
-- to the session with its real address. An unconfirmed one belongs to everyone in `open`; in `confirmed` it belongs to
-- the session with that address or the browser that made it. Visitors have no right on the schema, so they can call
-- none of these functions.

-- Bodies that use the schema `auth` are texts: a bound body would block GoTrue's own migrations.

-- Only a session that a letter began proves the address: someone who signs up with another person's address and an own
-- password must not become its owner when that person opens our letter.
create function private.was_begun_by_letter(session uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_amr_claims
    where session_id = session
      and authentication_method in ('otp', 'magiclink', 'email/signup', 'recovery', 'invite', 'email_change')
  )
$$;

-- The address of the session's user, by the user's row and not by the token's claim: they may differ for an hour, and
-- the session may have ended since.
create function private.owner_email() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email)
  from auth.users as u join auth.sessions as s on s.user_id = u.id
  where u.id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id' and auth.jwt() ->> 'role' = 'authenticated'
    and u.email_confirmed_at is not null and u.deleted_at is null and not u.is_anonymous and not u.is_sso_user
    and private.was_begun_by_letter(s.id)
$$;

-- The hash of the browser's ticket. A value in another form counts as none.
create function private.ticket() returns text
language sql stable set search_path = ''
return (
  select encode(sha256(convert_to(ticket, 'UTF8')), 'hex')
  from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-alias-ticket') as header (ticket)
  where ticket ~ '^[A-Za-z0-9_-]{43}$'
);

-- Volatile on purpose: INSERT .. RETURNING is checked against the policy of SELECT, which must see what the trigger has
-- just written.
create function private.is_theirs(alias uuid, real_address text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select coalesce(
    (
      select real_address = private.owner_email()
        or s.confirmed_at is null and (private.is_open() or s.ticket = private.ticket())
      from (select) as one left join private.alias_states as s on s.alias_id = alias
    ),
    false
  )
$$;

-- The same at the moment of a change: the lock waits for a confirmation in progress, and then reads its result; a later
-- one waits for us. The state is locked before the row, as in the engine.
create function private.is_theirs_to_change(alias uuid, real_address text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from private.alias_states where alias_id = alias for update;
  return private.is_theirs(alias, real_address);
end
$$;

create function private.is_theirs_to_delete(alias uuid, real_address text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from private.alias_states where alias_id = alias for update;
  return exists (select from private.alias_states where alias_id = alias and confirmed_at is not null)
    and coalesce(real_address = private.owner_email(), false) and private.has_used_every_factor();
end
$$;

-- A user with a second factor deletes nothing without it.
create function private.has_used_every_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
$$;

-- The address in the request; a session's own does not need the header. The condition stays beside the rule: it keeps a
-- select without filters a lookup in an index.
alter policy "a visitor sees the alias of the address that the request names" on public.aliases
  using (real_email = (select coalesce(private.requester(), private.owner_email())) and private.is_theirs(id, real_email));
alter policy "a visitor switches the alias of that address" on public.aliases
  using (real_email = (select coalesce(private.requester(), private.owner_email())) and private.is_theirs_to_change(id, real_email))
  with check (real_email = (select coalesce(private.requester(), private.owner_email())) and private.is_theirs(id, real_email));

-- Everyone has the right, so that a browser without a session gets an empty list; the policy is the owner's.
grant delete on public.aliases to anon, authenticated;
create policy "an owner deletes the own alias" on public.aliases
  for delete to authenticated
  using (real_email = (select coalesce(private.requester(), private.owner_email())) and private.is_theirs_to_delete(id, real_email));

-- Who made the row is written before it, so that INSERT .. RETURNING returns it. Conflicts are reported here: the
-- unique indexes would come after that state, which would stay if an insert ignores duplicates.
create function private.note_who_made_it() returns trigger
language plpgsql security definer set search_path = ''
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
create trigger who_made_an_alias_is_noted before insert on public.aliases
  for each row when (current_user in ('anon', 'authenticated')) execute function private.note_who_made_it();

revoke all on function private.was_begun_by_letter(uuid), private.owner_email(), private.ticket(), private.is_theirs(uuid, text),
  private.is_theirs_to_change(uuid, text), private.is_theirs_to_delete(uuid, text), private.has_used_every_factor(),
  private.note_who_made_it() from public;
-- Policies, and the view of pauses, are checked with the visitor's rights.
grant execute on function private.owner_email(), private.is_theirs(uuid, text), private.is_theirs_to_change(uuid, text),
  private.is_theirs_to_delete(uuid, text) to anon, authenticated;
