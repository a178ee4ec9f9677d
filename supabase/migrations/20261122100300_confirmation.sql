-- Supabase's own users confirm aliases, move them and delete them: GoTrue's writes to auth.users decide.

-- No one has confirmed the row yet, and `confirmed` holds: from here on it is the owner's, and the ticket is void.
create function private.confirm(address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.alias_states as s (alias_id, made_at, confirmed_at)
  select id, private.milliseconds(created_at), private.milliseconds(now())
  from public.aliases where real_email = address and not private.is_open()
  on conflict (alias_id) do update set confirmed_at = excluded.confirmed_at, ticket = null where s.confirmed_at is null
$$;

-- States are locked before rows, as in the engine. Whether someone has confirmed the address's row.
create function private.hold(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.alias_states where alias_id = (select id from public.aliases where real_email = address) for update;
  return exists (
    select from public.aliases as a join private.alias_states as s on s.alias_id = a.id
    where a.real_email = address and s.confirmed_at is not null
  );
end
$$;

-- The alias of a user who has changed the address, once the letters were used. An unowned row there is deleted for it.
create function private.move(from_address text, to_address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.hold(from_address) then
    return;
  end if;
  if private.hold(to_address) then
    raise unique_violation using
      message = 'The new address has an alias of its own.', schema = 'public', table = 'aliases', constraint = 'aliases_free_plan';
  end if;
  delete from public.aliases where real_email = to_address;
  update public.aliases set real_email = to_address where real_email = from_address;
end
$$;

create function private.forget(address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold(address);
  delete from public.aliases where real_email = address;
end
$$;

create function private.follow_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The address that the user has proved so far.
  was text := case
    when tg_op <> 'INSERT' and old.email_confirmed_at is not null and not old.is_anonymous and not old.is_sso_user
    then lower(old.email)
  end;
  -- As JSON, so that a column that GoTrue drops is missing instead of an error.
  user_now jsonb := to_jsonb(new);
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
  if new.email_confirmed_at is null or new.is_anonymous or new.is_sso_user then
    return null;
  end if;
  if was <> lower(new.email) then
    perform private.move(was, lower(new.email));
  end if;
  -- A letter was used: for a new address, for the first time, or for a sign-in (GoTrue empties recovery_token then). A
  -- sign-in by password changes none of these, and if 'Confirm email' is off a sign-up has sent no letter.
  if was <> lower(new.email)
    or was is null and coalesce(
      user_now ->> 'confirmation_sent_at', user_now ->> 'recovery_sent_at', user_now ->> 'email_change_sent_at',
      user_now ->> 'invited_at'
    ) is not null
    or to_jsonb(old) ->> 'recovery_token' <> '' and user_now ->> 'recovery_token' = ''
  then
    perform private.confirm(lower(new.email));
  end if;
  return null;
end
$$;
-- Without a list of columns, which would block GoTrue's own migrations.
create trigger aliases_follow_their_users after insert or update or delete on auth.users
  for each row execute function private.follow_user();

-- A refresh of a session confirms, too: the mode may have changed since it began.
create function private.follow_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.was_begun_by_letter(new.id) then
    perform private.confirm(lower(email)) from auth.users
    where id = new.user_id and email_confirmed_at is not null and deleted_at is null and not is_anonymous and not is_sso_user;
  end if;
  return null;
end
$$;
create trigger aliases_follow_refreshed_sessions after update on auth.sessions
  for each row execute function private.follow_session();

revoke all on function private.confirm(text), private.hold(text), private.move(text, text), private.forget(text), private.follow_user(),
  private.follow_session() from public;
