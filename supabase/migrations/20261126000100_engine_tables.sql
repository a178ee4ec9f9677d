-- Tables of the engine: src/store/migrations/0005-sts-policies.ts and 0006-complaints.ts. `day` is its first
-- millisecond in UTC.

create table private.sts_policies (
  domain text primary key, id text not null, mode text not null, octets bigint not null,
  fetched_at bigint not null, expires_at bigint not null, used_at bigint not null, mx text not null
);
grant select, insert, update, delete on private.sts_policies to veilpost_engine;

create table private.complaints (
  alias_id uuid not null, day bigint not null, complaints bigint not null, primary key (alias_id, day)
);
create index complaints_day on private.complaints (day);
grant select, insert, update, delete on private.complaints to veilpost_engine;

create function private.leave_no_complaints() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.complaints where alias_id = old.id;
  return null;
end
$$;
revoke all on function private.leave_no_complaints() from public;
create trigger complaints_about_an_alias_go_with_it after delete on public.aliases
  for each row when (current_user <> 'veilpost_engine') execute function private.leave_no_complaints();

update private.schema_version set version = 6 where id = 1;
