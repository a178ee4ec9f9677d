/** A sending server: it queues messages, and tries each again until it has a verdict for every recipient. */

import { type Chance, stream } from '../chance.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { SenderPlan } from '../plan.ts';
import type { Network } from '../network/network.ts';
import type { Setting } from '../schedule.ts';
import { MINUTE, SECOND } from '../world/world.ts';

export type SenderOptions = Omit<Setting, 'plan'> & {
  network: Network;
  plan: SenderPlan;
  number: number;
  /** The addresses of the nodes. */
  nodes: readonly string[];
  sessionAt: (node: string, sender: Sender) => Kept;
};

/** A session, which may carry one message after the other. */
export type Kept = {
  readonly node: string;
  send: (attempt: Attempt, chance: Chance) => void;
  quit: () => void;
};

/** The attempts that a hasty sender makes within seconds. */
const HASTY = 3;

export class Sender {
  readonly options: SenderOptions;
  readonly address: string;
  readonly #kept = new Map<string, Kept>();

  constructor(options: SenderOptions) {
    this.options = options;
    this.address = `46.${options.number}.0.1`;
  }

  /** Each attempt has its own: with fewer messages the remaining ones behave the same. */
  chance(...names: (string | number)[]): Chance {
    return stream(this.options.judge.plan.seed, 'sender server', this.options.number, ...names);
  }

  /** Sends it at its time. */
  queue(job: Job): void {
    this.options.world.in(job.mail.at, () => this.#attempt(job));
  }

  #attempt(job: Job): void {
    if (job.pending.size === 0) return;
    const { judge, nodes, schedule, world } = this.options;
    const number = job.attempts++;
    const chance = this.chance('attempt', job.mail.number, number);
    const action = schedule.find(
      'sender',
      (one) => one.mail === job.mail.number && one.attempt === number,
    )?.action;
    const [first = ''] = nodes;
    const node = nodes[chance.whole(0, nodes.length - 1)] ?? first;
    const kept = action === undefined ? this.#kept.get(node) : undefined;
    const attempt = judge.begin(job, number, node, action);
    job.underWay += 1;
    if (action === 'comes-twice')
      world.in(chance.about(chance.oneOf([20_000, 20 * SECOND])), () => this.#attempt(job));
    if (kept) this.#kept.delete(node);
    (kept ?? this.options.sessionAt(node, this)).send(attempt, chance);
  }

  /** The session cannot be used for other messages, or rests for the next one. */
  keep(session: Kept): void {
    const other = this.#kept.get(session.node);
    if (other === undefined) this.#kept.set(session.node, session);
    else session.quit();
  }

  forget(session: Kept): void {
    if (this.#kept.get(session.node) === session) this.#kept.delete(session.node);
  }

  /** An attempt is over, with a verdict or without. */
  over(attempt: Attempt, isCut: boolean): void {
    const { job } = attempt;
    job.underWay -= 1;
    const { judge, world, schedule, plan } = this.options;
    const chance = this.chance('again', job.mail.number, attempt.number);
    judge.over(attempt, isCut);
    if (job.pending.size === 0) return judge.done(job);
    if (job.underWay > 0) return;
    const isHasty = attempt.action !== undefined || (plan.isHasty && job.attempts <= HASTY);
    const again = isHasty && !schedule.isHealed && chance.happens(0.5);
    const usual = Math.min(20 * SECOND * 2 ** Math.min(job.attempts, 5), 10 * MINUTE);
    world.in(
      again ? chance.about(chance.oneOf([5000, 2 * SECOND])) : usual * (0.5 + chance.random()),
      () => this.#attempt(job),
    );
  }
}
