-- The alias of a user who has changed the address only follows if both letters were used. With 'Secure email change'
-- off the letter to the new address is enough for GoTrue, and a session begun by a stranger's password could take a
-- person's alias.

create or replace function private.follow_user() returns trigger
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
  user_before jsonb := to_jsonb(old);
  changed boolean := was <> lower(new.email);
  -- GoTrue counts the first letter, and resets the count with the second.
  by_both_letters boolean := changed and user_before ->> 'email_change_confirm_status' = '1';
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
  if by_both_letters then
    perform private.move(was, lower(new.email));
  elsif changed and exists (select from public.aliases where real_email = was) then
    raise warning 'An address was changed without the letter to the earlier one, so its alias has not moved: switch ''Secure email change'' on (Authentication, Email).';
  end if;
  -- A letter was used: for a new address, for the first time, or for a sign-in (GoTrue empties recovery_token then). A
  -- sign-in by password changes none of these, and if 'Confirm email' is off a sign-up has sent no letter.
  if by_both_letters
    or was is null and coalesce(
      user_now ->> 'confirmation_sent_at', user_now ->> 'recovery_sent_at', user_now ->> 'email_change_sent_at',
      user_now ->> 'invited_at'
    ) is not null
    or user_before ->> 'recovery_token' <> '' and user_now ->> 'recovery_token' = ''
  then
    perform private.confirm(lower(new.email));
  end if;
  return null;
end
$$;
