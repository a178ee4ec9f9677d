/** The commands of a session whose replies are awaited, in their order, and the time that each reply may take (V08, V12). */

import type { Judge } from '../judge/judge.ts';
import { MINUTE, type Planned, type World } from '../world/world.ts';
import type { Awaited, Expected } from './sender-commands.ts';

/** Microseconds to wait for a reply: RFC 5321 section 4.5.3.2, and longer for the verdict than the engine may take. */
const PATIENCE = 5 * MINUTE;
const VERDICT_PATIENCE = 20 * MINUTE;

/** The connection, as it needs it. */
type Session = {
  readonly options: { world: World; judge: Judge };
  readonly isBroken: boolean;
  leave: () => void;
};

export class AwaitedReplies {
  readonly #session: Session;
  #awaited: Awaited[] = [];
  #timer: Planned | undefined;
  /** The last reply was a 221 or a 421: none may follow it. */
  #isBehindLast = false;

  constructor(session: Session) {
    this.#session = session;
  }

  get first(): Awaited['kind'] | undefined {
    return this.#awaited[0]?.kind;
  }

  get isEmpty(): boolean {
    return this.#awaited.length === 0;
  }

  /** The commands are sent now. */
  add(...expected: readonly Expected[]): void {
    const { now } = this.#session.options.world;
    this.#awaited.push(...expected.map((one) => ({ ...one, since: now, askedAt: now })));
    this.#watch();
  }

  /** After a 353 each recipient has a verdict first, followed by the verdict for all. */
  followFor(recipients: number, verdict: Awaited): void {
    const each = Array.from({ length: recipients }, () => ({ ...verdict, kind: 'each' as const }));
    this.#awaited.unshift(...each, verdict);
    this.#watch();
  }

  /** The command that a reply answers; undefined: none. */
  take(line: string): Awaited | undefined {
    const { world, judge } = this.#session.options;
    const code = Number(line.slice(0, 3));
    if (this.#isBehindLast) judge.broken('V12', `a reply behind the last one: ${line}`);
    this.#isBehindLast = code === 221 || code === 421;
    const awaited = this.#awaited.shift();
    // A server may end an idle session with a reason.
    if (awaited === undefined && code !== 421)
      judge.broken('V12', `a reply without a command: ${line}`);
    if (awaited?.kind === 'mail' && code === 503)
      judge.broken('V12', `MAIL is out of order: ${line}`);
    if (awaited) this.#answered(awaited);
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
    const isVerdict = awaited.kind === 'verdict' || awaited.kind === 'each';
    const { world } = this.#session.options;
    this.#timer = world.in(isVerdict ? VERDICT_PATIENCE : PATIENCE, () => {
      this.#answered(awaited);
      this.#session.leave();
    });
  }

  #answered({ kind, since }: Awaited): void {
    const { world, judge } = this.#session.options;
    judge.answered(kind, world.now - since, this.#session.isBroken);
  }
}
