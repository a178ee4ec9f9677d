/** Concurrent senders and visitors through a balancer, and the required outcome of everything acknowledged. */

import assert from 'node:assert/strict';
import postgres from 'postgres';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { seededRandom } from '#support/seeded-random.ts';
import type { Ports } from '../servers/haproxy.ts';
import { until } from '../program.ts';
import { MailSender } from './mail-sender.ts';
import { Visitor, type VisitorsAlias } from './visitor.ts';

const SENDERS = 10;
const VISITORS = 50;
/** Each load has names of its own. */
const NAMES = 20_000;
/** Settings of nodes with enough names. */
export const MANY_NAMES = { ALIAS_NUMBERS: '1000-999999' };

let loads = 0;

export class Load {
  readonly #hop: FakeNextHop;
  readonly #first: number;
  readonly #senders: MailSender[];
  readonly #visitors: Visitor[];
  /** Acknowledged aliases that stay on: anyone may write to them at once. */
  readonly #open: VisitorsAlias[] = [];
  readonly #done: Promise<unknown>;
  #over = false;

  private constructor(balancer: Ports, hop: FakeNextHop, key: string) {
    this.#hop = hop;
    loads += 1;
    this.#first = loads * NAMES;
    const random = seededRandom(loads);
    this.#senders = Array.from(
      { length: SENDERS },
      (_, i) => new MailSender(balancer.smtp, `load${loads}-sender${i}`),
    );
    this.#visitors = Array.from({ length: VISITORS }, () => new Visitor(balancer.http, key));
    let number = this.#first;
    const firstAlias = Promise.withResolvers<void>();
    const over = () => this.#over;
    const visits = this.#visitors.map((visitor) =>
      visitor.visitUntil(
        over,
        () => number++,
        (alias) => {
          this.#open.push(alias);
          firstAlias.resolve();
        },
      ),
    );
    const anAlias = () => {
      // Half of all mail is for an alias made a moment ago.
      const latest = random() < 0.5 ? Math.max(0, this.#open.length - 5) : 0;
      const nth = latest + Math.floor(random() * (this.#open.length - latest));
      const { alias_email: alias, real_email: real } = this.#open[nth] ?? assert.fail('no alias');
      return { alias, real };
    };
    const mails = this.#senders.map(async (sender) => {
      await firstAlias.promise;
      await sender.sendUntil(over, anAlias);
    });
    this.#done = Promise.all([...visits, ...mails]);
    // Nothing awaits it before `stop`.
    this.#done.catch(() => {});
  }

  /** Starts all senders and visitors at the same time. */
  static async start(balancer: Ports, hop: FakeNextHop): Promise<Load> {
    const page = await (await fetch(`http://127.0.0.1:${balancer.http}/`)).text();
    return new Load(balancer, hop, /"key":"([^"]+)"/.exec(page)?.[1] ?? '');
  }

  /** Waits until each sender and each visitor has a new acknowledgement. */
  async goesOn(): Promise<void> {
    const counts = () => [
      ...this.#senders.map(({ taken }) => taken.length),
      ...this.#visitors.map(({ aliases }) => aliases.length),
    ];
    const before = counts();
    const isMore = () => counts().map((count, i) => count > (before[i] ?? 0));
    await until('all senders and visitors go on', () => isMore().every(Boolean), {
      state: () => `${isMore().join()} ${JSON.stringify(this.disturbances)}`,
    });
  }

  /** Ends when everything begun is acknowledged. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#done;
  }

  /** Cut connections of senders and calls of visitors, calls with a temporary refusal, deferred messages. */
  get disturbances() {
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    return {
      sessions: sum(this.#senders.map(({ cuts }) => cuts)),
      calls: sum(this.#visitors.map(({ cuts }) => cuts)),
      unavailable: sum(this.#visitors.map(({ unavailable }) => unavailable)),
      deferred: [...new Set(this.#senders.flatMap(({ deferred }) => deferred.map(withoutId)))],
    };
  }

  /** Checks that no one was rejected, that each message has arrived at its address, and that no alias is lost or added. */
  async assertNothingLost(database: string): Promise<{ mails: number; aliases: number }> {
    assert.deepEqual(
      this.#senders.flatMap(({ refused }) => refused),
      [],
    );
    assert.deepEqual(
      this.#visitors.flatMap(({ wrong }) => wrong),
      [],
    );
    const taken = this.#senders.flatMap((sender) => sender.taken);
    const arrived = this.#arrived();
    for (const { id, real } of taken) {
      const copies = arrived.get(id) ?? [];
      assert.ok(copies.length > 0, `${id} was answered 250 and has not arrived`);
      for (const recipient of copies) assert.equal(recipient, `<${real}>`, id);
    }
    const known = this.#visitors.flatMap(({ aliases }) => aliases);
    assert.deepEqual(await this.#rows(database), sorted(known));
    return { mails: taken.length, aliases: known.length };
  }

  /** Number of connections cut after a final dot, so that the sender does not know the outcome: by mail. */
  get uncertain(): Map<string, number> {
    return new Map(this.#senders.flatMap((sender) => [...sender.uncertain]));
  }

  /** Checks that messages arrive once, plus once at most for each kill during a flight. @returns the repeated ones */
  assertNothingTwice(): number {
    const { uncertain } = this;
    let repeated = 0;
    for (const [id, { length }] of this.#arrived()) {
      const most = 1 + (uncertain.get(id) ?? 0);
      assert.ok(length <= most, `${id} has ${length} copies, ${most} at most were in flight`);
      repeated += length - 1;
    }
    return repeated;
  }

  /** The recipients of each message of this load, one for each copy. */
  #arrived(): Map<string, string[]> {
    const copies = new Map<string, string[]>();
    for (const { octets, recipients } of this.#hop.messages) {
      const text = octets.toString('latin1');
      const [, id = '', sender = ''] = /^Message-ID: <(([^@]+)-\d+)@/m.exec(text) ?? [];
      if (!this.#senders.some(({ name }) => name === sender)) continue;
      assert.ok(text.endsWith(`\r\n\r\nMail ${id}.\r\n`), `${id} is not whole`);
      copies.set(id, [...(copies.get(id) ?? []), recipients.join()]);
    }
    return copies;
  }

  async #rows(database: string): Promise<VisitorsAlias[]> {
    const sql = postgres(database, { max: 1 });
    try {
      const rows = await sql<VisitorsAlias[]>`SELECT alias_email, real_email, active FROM aliases`;
      const ours = ({ alias_email }: VisitorsAlias) =>
        Math.floor(Number(/\d+/.exec(alias_email)?.[0]) / NAMES) * NAMES === this.#first;
      return sorted(rows.filter(ours));
    } finally {
      await sql.end();
    }
  }
}

const sorted = (rows: readonly VisitorsAlias[]): VisitorsAlias[] =>
  rows
    .map((row) => ({ ...row }))
    .toSorted((one, other) => one.alias_email.localeCompare(other.alias_email));

/** A reply without the parts that vary between messages. */
const withoutId = (reply: string): string => reply.replace(/ \[?[0-9a-z]{8,}\]?$/i, '');
