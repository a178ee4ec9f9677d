/** A browser with a Supabase project: the screen's calls, as PostgREST's statements. */

import { createHash } from 'node:crypto';
import postgres, { type Row, type TransactionSql } from 'postgres';
import type { SupabaseProject } from './supabase.ts';
import type { Claims } from './supabase-users.ts';

export type Visitor = {
  /** Header x-real-email. */
  names?: string | undefined;
  /** Header x-alias-ticket. */
  ticket?: unknown;
  claims?: Claims | undefined;
  /** More headers. */
  headers?: Record<string, unknown>;
};

/** A browser's ticket, always the same for the same name. */
export const ticketOf = (browser: string) =>
  createHash('sha256').update(browser).digest('base64url');

/** PostgREST's answer: rows, or the code of the error. */
export type Answer = Row[] | string;

/** For the message of a failure. */
export const told = (answer: Answer) => JSON.stringify(answer);

export class SupabaseScreen {
  readonly #project: SupabaseProject;

  constructor(project: SupabaseProject) {
    this.#project = project;
  }

  /** Any statement, with the visitor's headers and claims. */
  async ask(visitor: Visitor, work: (as: TransactionSql) => Promise<Row[]>): Promise<Answer> {
    const { names, ticket, claims, headers: more } = visitor;
    const headers = {
      ...(names !== undefined && { 'x-real-email': names }),
      ...(ticket !== undefined && { 'x-alias-ticket': ticket }),
      ...more,
    };
    try {
      return [...(await this.#project.request({ headers, ...(claims && { claims }) }, work))];
    } catch (error) {
      if (error instanceof postgres.PostgresError) return error.code;
      throw error;
    }
  }

  look(visitor: Visitor, real: string): Promise<Answer> {
    return this.ask(
      visitor,
      (as) => as`SELECT * FROM aliases WHERE real_email = ${real} ORDER BY created_at DESC`,
    );
  }

  make(visitor: Visitor, real: string, alias: string): Promise<Answer> {
    const body = JSON.stringify({ real_email: real, alias_email: alias, active: true });
    return this.ask(
      visitor,
      (as) => as`
        WITH pgrst_source AS (
          INSERT INTO "public"."aliases"("active", "alias_email", "real_email")
          SELECT "pgrst_body"."active", "pgrst_body"."alias_email", "pgrst_body"."real_email"
          FROM (SELECT ${body}::text::json AS json_data) pgrst_payload, LATERAL (
            SELECT * FROM json_to_record(pgrst_payload.json_data) AS _("active" boolean, "alias_email" text, "real_email" text)
          ) pgrst_body
          RETURNING "public"."aliases".*
        ) SELECT * FROM pgrst_source`,
    );
  }

  switchOff(visitor: Visitor, id: string): Promise<Answer> {
    const at = { table: 'aliases', key: 'id', column: 'active', type: 'boolean' };
    return this.#update(visitor, at, id, false);
  }

  /** With `Prefer: return=minimal`. @returns the number of changed rows */
  async switchQuietly(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(visitor, async (as) => {
      const { count } = await as`UPDATE aliases SET active = false WHERE id = ${id}`;
      return [{ count }];
    });
  }

  exists(visitor: Visitor, alias: string): Promise<Answer> {
    return this.ask(visitor, (as) => as`SELECT id FROM aliases WHERE alias_email = ${alias}`);
  }

  pauseOf(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(
      visitor,
      (as) => as`SELECT alias_id, paused_until FROM alias_states WHERE alias_id = ${id}`,
    );
  }

  /** @param until ISO 8601 */
  pause(visitor: Visitor, id: string, until: string | null): Promise<Answer> {
    const at = {
      table: 'alias_states',
      key: 'alias_id',
      column: 'paused_until',
      type: 'timestamptz',
    };
    return this.#update(visitor, at, id, until);
  }

  /** The aliases that someone has made for the address of the session. */
  unconfirmed(visitor: Visitor): Promise<Answer> {
    return this.ask(visitor, (as) => as`SELECT * FROM unconfirmed_aliases`);
  }

  /** 'Keep it'. @param kept any other value is rejected */
  keep(visitor: Visitor, id: string, kept = true): Promise<Answer> {
    const at = { table: 'unconfirmed_aliases', key: 'alias_id', column: 'kept', type: 'boolean' };
    return this.#update(visitor, at, id, kept);
  }

  /** 'Delete it'. */
  discard(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(
      visitor,
      (as) => as`
        WITH pgrst_source AS (
          DELETE FROM "public"."unconfirmed_aliases" WHERE "public"."unconfirmed_aliases"."alias_id" = ${id}
          RETURNING "public"."unconfirmed_aliases".*
        ) SELECT * FROM pgrst_source`,
    );
  }

  remove(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(
      visitor,
      (as) => as`
        WITH pgrst_source AS (
          DELETE FROM "public"."aliases" WHERE "public"."aliases"."id" = ${id} RETURNING "public"."aliases".*
        ) SELECT * FROM pgrst_source`,
    );
  }

  #update(
    visitor: Visitor,
    { table, key, column, type }: Record<'table' | 'key' | 'column' | 'type', string>,
    id: string,
    value: unknown,
  ): Promise<Answer> {
    const statement = `
      WITH pgrst_source AS (
        UPDATE "public"."${table}" SET "${column}" = "pgrst_body"."${column}"
        FROM (SELECT $1::text::json AS json_data) pgrst_payload, LATERAL (
          SELECT * FROM json_to_record(pgrst_payload.json_data) AS _("${column}" ${type})
        ) pgrst_body
        WHERE "public"."${table}"."${key}" = $2 RETURNING "public"."${table}".*
      ) SELECT * FROM pgrst_source`;
    return this.ask(visitor, (as) =>
      as.unsafe(statement, [JSON.stringify({ [column]: value }), id]),
    );
  }
}
