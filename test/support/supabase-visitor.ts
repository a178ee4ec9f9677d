/** A browser before a Supabase project: the calls of the screen, as the statements that PostgREST makes of them. */

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

/** A ticket as a browser draws it, always the same for the same name. */
export const ticketOf = (browser: string) =>
  createHash('sha256').update(browser).digest('base64url');

/** What PostgREST would answer: rows, or the code of the error. */
export type Answer = Row[] | string;

/** For the message of a test. */
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
    return this.ask(
      visitor,
      (as) =>
        as`INSERT INTO aliases (real_email, alias_email, active) VALUES (${real}, ${alias}, true) RETURNING *`,
    );
  }

  switchOff(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(
      visitor,
      (as) => as`UPDATE aliases SET active = false WHERE id = ${id} RETURNING *`,
    );
  }

  /** With `Prefer: return=minimal`: how many rows changed. */
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
    return this.ask(
      visitor,
      (as) =>
        as`UPDATE alias_states SET paused_until = ${until}::text::timestamptz WHERE alias_id = ${id} RETURNING *`,
    );
  }

  remove(visitor: Visitor, id: string): Promise<Answer> {
    return this.ask(visitor, (as) => as`DELETE FROM aliases WHERE id = ${id} RETURNING *`);
  }
}
