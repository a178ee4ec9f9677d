-- A column of the engine's: docs/decisions/leak-guard.md. Every answer has the alias in place of the
-- owner's address here: there is no owner's session to choose otherwise.

alter table private.alias_states add column reply_body text;

update private.schema_version set version = 4 where id = 1;
