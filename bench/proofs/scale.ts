/** Mail of many kinds through processes that are killed, over a database of many aliases whose files are copied; then a soak without kills. */

import { VISITORS_DOMAIN, Visitor, type VisitorsAlias } from '../../test/peers/load/visitor.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { MANY_DOMAINS, someOfMany } from '../load/aliases.ts';
import type { LoadPlan } from '../load/load.ts';
import { residentSize } from '../measure/processes.ts';
import type { EngineControls } from '../subjects/subject.ts';
import { copyFiles, faultsOf, missingIn } from './disk-cut.ts';
import type { Ground, ProofFinding } from './finding.ts';

/** The kinds of mail, and how many of 1,000 are of each. */
const KINDS: readonly { of1000: number; plan: Omit<LoadPlan, 'messages'> }[] = [
  { of1000: 600, plan: { size: 2_000, sessions: 50 } },
  { of1000: 150, plan: { size: 2_000, sessions: 50, connections: 'quit-with-dot' } },
  { of1000: 140, plan: { size: 5_000, sessions: 20, connections: 'new' } },
  { of1000: 60, plan: { size: 50_000, sessions: 20, undeclared: true } },
  { of1000: 40, plan: { size: 50_000, sessions: 10, connections: 'new' } },
  { of1000: 10, plan: { size: 1_000_000, sessions: 5 } },
];
const ROUNDS = 10;
/** A copy of the database's files to this many kills. */
const KILLS_A_CUT = 25;
/**
 * Messages begun between a copy and the next kill. A delivery that a copy delayed for ten seconds is noted as in progress,
 * and after a kill its sender would wait for the five minutes of that note.
 */
const MESSAGES_AFTER_A_CUT = 500;
const COUNTED = ['lost', 'short', 'repeated', 'unexplained', 'deferred'] as const;
const VISITORS = 20;
/** Rounds of the soak; memory is measured after each, and the first half is warm-up. */
const SOAK_ROUNDS = 10;
const MOST_GROWTH = 0.1;

/** Settings of an engine with many aliases. */
export const MANY_NAMES = {
  ALIAS_DOMAINS: [VISITORS_DOMAIN, ...MANY_DOMAINS].join(),
  ALIAS_NUMBERS: '10000-9999999',
};

export async function scale(ground: Ground): Promise<ProofFinding> {
  const { engine, load, extent } = ground;
  const { controls } = engine;
  if (controls === undefined) throw new Error('only the engine is killed');
  const recipients = someOfMany(extent.aliases);
  const visits = await Visits.start(controls.httpPort);
  const faults = new Faults(ground, controls, visits);
  const seen = { messages: 0, lost: 0, short: 0, repeated: 0, unexplained: 0, deferred: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { of1000, plan } of KINDS) {
      const messages = Math.round((extent.messages * of1000) / 1000 / ROUNDS);
      if (messages === 0) continue;
      const whole = { ...plan, messages, gate: () => faults.next() };
      const { tally } = await load(whole, recipients);
      seen.messages += messages;
      for (const name of COUNTED) seen[name] += tally[name];
    }
    console.log(
      `  ${seen.messages} messages, ${faults.kills} kills, ${faults.cuts} copies: ${seen.lost} lost, ${seen.repeated} repeated, ${seen.unexplained} of them unexplained`,
    );
  }
  await faults.done();
  await visits.stop();
  const missing = await missingIn(controls.database.url, visits.acknowledged());
  const wrong = [...faults.wrong, ...visits.wrong(), ...missing];
  const soak = await soaked(ground, recipients);
  return {
    promise:
      `${seen.messages} messages of six kinds, ${faults.kills} SIGKILLs and ${faults.cuts} copies of the files, ${extent.aliases} aliases, ` +
      `${engine.pids.length - controls.database.pids.length} processes: none lost, none short, copies only where a connection ended after the final dot; every copy holds what was acknowledged; memory stays`,
    seen:
      `${seen.lost} lost, ${seen.short} short, ${seen.repeated} repeated, ${seen.unexplained} of them unexplained, ${seen.deferred} retries; ` +
      `${visits.acknowledged().length} aliases made meanwhile, ${wrong.length} wrong${wrong
        .slice(0, 3)
        .map((one) => ` (${one})`)
        .join('')}; ${soak.seen}`,
    kept: seen.lost + seen.short + seen.unexplained + wrong.length === 0 && soak.kept,
  };
}

/** Kills and copies, evenly over the messages and at random moments; the load waits if they are late. */
class Faults {
  kills = 0;
  cuts = 0;
  readonly wrong: string[] = [];
  readonly #ground: Ground;
  readonly #controls: EngineControls;
  readonly #visits: Visits;
  readonly #random = seededRandom(1);
  #messages = 0;
  #due = 0;
  /** The first kill comes after so many messages. */
  #spared = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(ground: Ground, controls: EngineControls, visits: Visits) {
    this.#ground = ground;
    this.#controls = controls;
    this.#visits = visits;
  }

  /** Called before each message. */
  next(): Promise<void> | undefined {
    const { kills, messages } = this.#ground.extent;
    this.#messages += 1;
    const step = messages / kills;
    const at = Math.max(this.#spared, step * (this.#due + this.#random()));
    if (this.#due < kills && this.#messages >= at) {
      this.#due += 1;
      this.#last = this.#last.then(() => this.#kill());
    }
    return this.#due - this.kills > 1 ? this.#last : undefined;
  }

  done(): Promise<void> {
    return this.#last;
  }

  async #kill(): Promise<void> {
    const { pids } = this.#ground.engine;
    const { database, kill } = this.#controls;
    const processes = pids.slice(0, pids.length - database.pids.length);
    await kill(this.kills % processes.length);
    this.kills += 1;
    if (this.kills % KILLS_A_CUT !== 0) return;
    this.#spared = Infinity;
    const acknowledged = this.#visits.acknowledged();
    const copy = await copyFiles(database, pids.slice(0, processes.length));
    this.cuts += 1;
    this.wrong.push(...(await faultsOf(copy, database, acknowledged)));
    this.#spared = this.#messages + MESSAGES_AFTER_A_CUT;
  }
}

/** Visitors who make aliases, and switch every second one off. */
class Visits {
  readonly #visitors: Visitor[];
  readonly #done: Promise<unknown>;
  #isOver = false;

  private constructor(httpPort: number, key: string) {
    let number = 10_000;
    this.#visitors = Array.from({ length: VISITORS }, () => new Visitor(httpPort, key));
    this.#done = Promise.all(
      this.#visitors.map((one) =>
        one.visitUntil(
          () => this.#isOver,
          () => number++,
          () => {},
        ),
      ),
    );
  }

  static async start(httpPort: number): Promise<Visits> {
    const page = await (await fetch(`http://127.0.0.1:${httpPort}/`)).text();
    return new Visits(httpPort, /"key":"([^"]+)"/.exec(page)?.[1] ?? '');
  }

  /** In their last acknowledged state. */
  acknowledged(): VisitorsAlias[] {
    return this.#visitors.flatMap(({ aliases }) => aliases.map((alias) => ({ ...alias })));
  }

  /** Unexpected answers to visitors. A read may be cut off, because there is no load balancer to repeat it. */
  wrong(): string[] {
    return this.#visitors.flatMap((one) => one.wrong).filter((one) => one !== 'GET: cut off');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }
}

async function soaked({ engine, load, extent }: Ground, recipients: readonly string[]) {
  const messages = Math.ceil(extent.messages / SOAK_ROUNDS);
  const plan = { size: 2000, sessions: 20, messages };
  const own = engine.pids.length - (engine.controls?.database.pids.length ?? 0);
  const sizes: number[] = [];
  for (let round = 0; round < SOAK_ROUNDS; round++) {
    await load(plan, recipients);
    const pids = engine.pids.slice(0, own);
    sizes.push(pids.reduce((sum, pid) => sum + residentSize(pid, 'now'), 0));
  }
  const late = sizes.slice(SOAK_ROUNDS / 2);
  const [first = 0] = late;
  const growth = slope(late);
  const perMail = Math.round(growth / messages);
  return {
    seen: `${SOAK_ROUNDS * messages} messages of soak: ${sizes.map((size) => Math.round(size / 1_048_576)).join(', ')} MiB, ${perMail} octets a message in its second half`,
    kept: growth * (late.length - 1) <= first * MOST_GROWTH,
  };
}

/** Of the line with the least squares through values at 0, 1, 2... */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const weighted = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  return weighted / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
}
