-- A table and columns of the engine: src/store/migrations/0008-alias-senders.ts. They stay empty here: there is no
-- owner's session, and senders are not recorded.

alter table private.alias_states add column known_only bigint, add column has_blocked bigint;
alter table private.history add column sender text, add column name text;

create table private.alias_senders (
  alias_id uuid not null, sender text not null, rule text not null, at bigint not null,
  seen_at bigint, name text, primary key (alias_id, sender)
);
create index alias_senders_at on private.alias_senders (rule, at);
grant select, insert, update, delete on private.alias_senders to veilpost_engine;

create function private.leave_no_senders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.alias_senders where alias_id = old.id;
  return null;
end
$$;
revoke all on function private.leave_no_senders() from public;
create trigger senders_of_an_alias_go_with_it after delete on public.aliases
  for each row when (current_user <> 'veilpost_engine') execute function private.leave_no_senders();

update private.schema_version set version = 8 where id = 1;
