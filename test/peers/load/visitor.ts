/** A visitor of the site: takes aliases, looks them up and switches some off, over one persistent connection. */

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two calls, and before the retry of one. */
const NEXT_MS = 250;

/** Of the visitors' aliases. */
export const VISITORS_DOMAIN = 'alias.localhost';

type Answer = { status: number; text: string };
export type VisitorsAlias = { alias_email: string; real_email: string; active: boolean };

export class Visitor {
  /** The acknowledged aliases, each in its last acknowledged state. */
  readonly aliases: VisitorsAlias[] = [];
  /** Unexpected answers. */
  readonly wrong: string[] = [];
  /** Changes that were cut off: without an answer, or with the balancer's report that a node gave none. */
  cuts = 0;
  /** Calls answered with 503. */
  unavailable = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #headers: Record<string, string>;

  constructor(port: number, key: string) {
    this.#port = port;
    this.#headers = { apikey: key, 'content-type': 'application/json' };
  }

  /** Visits until it is stopped. @param next a number that no one has; gets each alias that exists and stays on */
  async visitUntil(
    over: () => boolean,
    next: () => number,
    made: (alias: VisitorsAlias) => void,
  ): Promise<void> {
    while (!over()) {
      const number = next();
      const row = {
        alias_email: `alias-${number}@${VISITORS_DOMAIN}`,
        real_email: `v${number}@home.example`,
      };
      await this.#take(row);
      if (number % 2 === 0) await this.#switchOff(row.real_email);
      else made({ ...row, active: true });
    }
    this.#agent.destroy();
  }

  async #take(row: { alias_email: string; real_email: string }): Promise<void> {
    const { answer, again } = await this.#answered('POST', '', row);
    // An attempt that was cut off may have succeeded.
    const isMade = answer.status === 201 || (again && answer.status === 409);
    if (!isMade) return this.#isWrong('POST', answer);
    this.aliases.push({ ...row, active: true });
    await this.#look(row.real_email);
  }

  /** Checks that an alias's creator sees it on every node. @returns its id */
  async #look(real_email: string): Promise<string> {
    const query = `select=*&real_email=eq.${encodeURIComponent(real_email)}&order=created_at.desc`;
    const { answer } = await this.#answered('GET', query);
    const id = /^\[\{"id":"([^"]+)"[^[\]{}]*\}\]$/.exec(answer.text)?.[1];
    if (answer.status !== 200 || id === undefined) this.#isWrong('GET', answer);
    return id ?? '';
  }

  async #switchOff(real_email: string): Promise<void> {
    const id = await this.#look(real_email);
    const { answer } = await this.#answered('PATCH', `id=eq.${id}`, { active: false });
    if (answer.status !== 204) return this.#isWrong('PATCH', answer);
    const alias = this.aliases.at(-1);
    if (alias) alias.active = false;
  }

  /** Repeats a call until it is answered. @returns the answer, and whether an earlier attempt may have taken effect */
  async #answered(
    method: string,
    query: string,
    body?: object,
  ): Promise<{ answer: Answer; again: boolean }> {
    for (let again = false; ; again = true) {
      await pause(NEXT_MS);
      const answer = await this.#call(method, query, body);
      if (answer === undefined || answer.status === 502) this.#isCut(method);
      else if (answer.status === 503) this.unavailable += 1;
      else return { answer, again };
    }
  }

  #call(method: string, query: string, body?: object): Promise<Answer | undefined> {
    const options = {
      host: '127.0.0.1',
      port: this.#port,
      agent: this.#agent,
      method,
      path: `/rest/v1/aliases?${query}`,
      headers: this.#headers,
    };
    return new Promise((resolve) => {
      const call = request(options, (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += String(piece);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', () => resolve(undefined));
      });
      call.on('error', () => resolve(undefined));
      call.end(body && JSON.stringify(body));
    });
  }

  /** The balancer retries a read that a node left unanswered on another one; it must not repeat a change. */
  #isCut(method: string): void {
    if (method === 'GET') this.wrong.push('GET: cut off');
    else this.cuts += 1;
  }

  #isWrong(method: string, { status, text }: Answer): void {
    this.wrong.push(`${method}: ${status} ${text}`);
  }
}
