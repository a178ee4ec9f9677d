-- A column of the engine: src/store/migrations/0007-ends-at.ts. It stays empty here: there is no owner's session to set
-- it.

alter table private.alias_states add column ends_at bigint;

update private.schema_version set version = 7 where id = 1;
