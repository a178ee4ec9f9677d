/** The commands of a session whose replies are awaited, in their order, and the time that each reply may take (V08, V12). */

import type { Judge } from '../judge/judge.ts';
import type { Planned } from '../world/event-queue.ts';
import { MINUTE, type World } from '../world/world.ts';
import type { Awaited } from './sender-commands.ts';

/** Microseconds to wait for a reply: RFC 5321 section 4.5.3.2, and longer for the verdict than the engine may take. */
const PATIENCE = 5 * MINUTE;
const VERDICT_PATIENCE = 20 * MINUTE;

export type AwaitedRepliesOptions = {
  world: World;
  judge: Judge;
  /** Whether the connection does not work any more, or not yet. */
  isBroken: () => boolean;
  /** The first reply timed out. */
  late: () => void;
};

export class AwaitedReplies {
  readonly #options: AwaitedRepliesOptions;
  #awaited: Awaited[] = [];
  #timer: Planned | undefined;
  /** The last reply was a 221 or a 421: none may follow it. */
  #isBehindLast = false;

  constructor(options: AwaitedRepliesOptions) {
    this.#options = options;
  }

  get first(): Awaited['kind'] | undefined {
    return this.#awaited[0]?.kind;
  }

  get isEmpty(): boolean {
    return this.#awaited.length === 0;
  }

  add(...awaited: readonly Awaited[]): void {
    this.#awaited.push(...awaited);
    this.#watch();
  }

  /** After a 353 each recipient has a verdict first, followed by the verdict for all. */
  followFor(recipients: number, since: number): void {
    const each = Array.from({ length: recipients }, (): Awaited => ({ kind: 'each', since }));
    this.#awaited.unshift(...each, { kind: 'verdict', since });
    this.#watch();
  }

  /** The command that a reply answers; undefined: none. */
  take(line: string): Awaited | undefined {
    const { world, judge, isBroken } = this.#options;
    const code = Number(line.slice(0, 3));
    if (this.#isBehindLast) judge.broken('V12', `a reply behind the last one: ${line}`);
    this.#isBehindLast = code === 221 || code === 421;
    const awaited = this.#awaited.shift();
    // A server may end an idle session with a reason.
    if (awaited === undefined && code !== 421) {
      judge.broken('V12', `a reply without a command: ${line}`);
    }
    if (awaited?.kind === 'mail' && code === 503) {
      judge.broken('V12', `MAIL is out of order: ${line}`);
    }
    if (awaited) judge.answered(awaited.kind, world.now - awaited.since, isBroken());
    // Its timeout begins now if it was pipelined after the previous command.
    const [next] = this.#awaited;
    if (next) next.since = world.now;
    this.#watch();
    return awaited;
  }

  stop(): void {
    if (this.#timer) this.#timer.run = undefined;
  }

  #watch(): void {
    this.stop();
    const [awaited] = this.#awaited;
    if (awaited === undefined) return;
    const { world, judge, isBroken, late } = this.#options;
    const isVerdict = awaited.kind === 'verdict' || awaited.kind === 'each';
    this.#timer = world.in(isVerdict ? VERDICT_PATIENCE : PATIENCE, () => {
      judge.answered(awaited.kind, world.now - awaited.since, isBroken());
      late();
    });
  }
}
