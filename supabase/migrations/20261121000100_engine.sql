-- What the mail engine needs in addition: its own tables, which PostgREST does not expose, and its own role.

create table private.schema_version (id integer primary key, version integer not null);
insert into private.schema_version (id, version) values (1, 1);

create table private.ledger (
  key bytea primary key check (octet_length(key) = 32),
  code integer not null, enhanced text not null, expires bigint not null
);
create index ledger_expires on private.ledger (expires);
create table private.settings (name text primary key, value text not null);
create table private.rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);

-- It cannot log in before the operator sets its password: alter role veilpost_engine login password '...';
create role veilpost_engine nologin;
-- It finds the visitors' table in public, and its own tables in private; it can create none in either.
alter role veilpost_engine set search_path = public, private;
grant usage on schema public, private to veilpost_engine;
grant select, insert, update on public.aliases to veilpost_engine;
grant select on private.schema_version to veilpost_engine;
grant select, insert, update, delete on private.ledger, private.settings, private.rate_limits to veilpost_engine;

create policy "the mail engine sees and switches every alias" on public.aliases
  for all to veilpost_engine using (true) with check (true);
