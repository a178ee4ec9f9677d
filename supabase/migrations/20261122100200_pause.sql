-- The pause of an alias, for its owner: PATCH rest/v1/alias_states?alias_id=eq.{id} {"paused_until": "..."}.

create view public.alias_states with (security_barrier) as
select s.alias_id, to_timestamp(s.paused_until / 1000.0) as paused_until
from public.aliases as a join private.alias_states as s on s.alias_id = a.id
where a.real_email = (select private.owner_email()) and s.confirmed_at is not null;

revoke all on public.alias_states from public, anon, authenticated;
grant select, update (paused_until) on public.alias_states to anon, authenticated;

create function private.pause() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Many senders give up after two to five days.
  if new.paused_until > now() + interval '48 hours' then
    raise check_violation using
      message = 'new row for relation "alias_states" violates check constraint "longest_pause"',
      schema = 'public', table = 'alias_states', constraint = 'longest_pause';
  end if;
  -- A pause that is over, or -infinity, does not count.
  new.paused_until := case when new.paused_until > now() then date_trunc('milliseconds', new.paused_until) end;
  update private.alias_states set paused_until = private.milliseconds(new.paused_until) where alias_id = old.alias_id;
  return new;
end
$$;
revoke all on function private.pause() from public;
create trigger an_owner_pauses_the_alias instead of update on public.alias_states
  for each row execute function private.pause();
