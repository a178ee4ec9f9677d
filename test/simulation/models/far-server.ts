/** The server of a real mailbox: it accepts, defers, lies and breaks as its plan says. */

import type { Chance } from '../chance.ts';
import type { FarAction, Step } from '../faults.ts';
import type { TcpEnd } from '../network/tcp-end.ts';
import type { FarPlan } from '../plan.ts';
import type { Setting } from '../schedule.ts';
import { SECOND } from '../world/world.ts';
import { aliasOf, userOf } from './addresses.ts';

export type FarServerOptions = Pick<Setting, 'world' | 'judge' | 'schedule'> & {
  plan: FarPlan;
  number: number;
  chance: Chance;
};

export class FarServer {
  readonly options: FarServerOptions;
  /** STARTTLS so far that no EHLO under TLS has followed: a client may continue in plaintext (RFC 7435 section 3). */
  handshakes = 0;
  /** How often each step was reached: in all, and for each alias. */
  readonly #steps = new Map<string, number>();
  /** The first time at which each pair of sender and recipient came. */
  readonly #grey = new Map<string, number>();
  /** Open connections, with the client of each. */
  readonly #open = new Map<TcpEnd, string>();

  constructor(options: FarServerOptions) {
    this.options = options;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#open.size;
  }

  opened(end: TcpEnd, from: string): void {
    const { judge, number } = this.options;
    this.#open.set(end, from);
    // The server may not have noticed yet that its client closed the connection.
    const isIts = ([one, client]: [TcpEnd, string]) => client === from && !one.isPeerGone;
    const open = [...this.#open].filter(isIts).length;
    if (open > 20) judge.broken('V10', `${open} connections of ${from} at server ${number}`);
  }

  closed(end: TcpEnd): void {
    this.#open.delete(end);
  }

  /** The incident of this step, which is reached once more. @param recipient of the message, if it is known */
  action(step: Step, recipient?: string): FarAction | undefined {
    const alias = recipient === undefined ? undefined : aliasOf(recipient);
    const { schedule, judge, number } = this.options;
    const [inAll, ofAlias] = [this.#count(step), this.#count(`${step} ${alias}`)];
    const action = schedule.find(
      'far',
      (one) =>
        one.server === number &&
        one.step === step &&
        (one.alias === undefined
          ? one.number === inAll
          : one.alias === alias && one.number === ofAlias),
    )?.action;
    if (action) judge.tookEffect(`far server, ${step}: ${action}`);
    return action;
  }

  #count(step: string): number {
    const number = this.#steps.get(step) ?? 0;
    this.#steps.set(step, number + 1);
    return number;
  }

  /** The reply to a recipient whom it does not accept now; undefined: it accepts. */
  refusal(sender: string, path: string, from: string): string | undefined {
    const { judge, schedule, world } = this.options;
    if (judge.endings.isRetry(from, path, world.now))
      judge.broken('V11', `${from} tries ${path} again, as it has begun to end`);
    if (this.#isGrey(`${sender} ${path}`)) return '451 4.7.1 greylisted';
    const alias = userOf(path);
    const isIts = (one: { alias: number }) => one.alias === alias;
    // A deleted one does not come back.
    const isGone = schedule
      .all('mailbox')
      .some((one) => isIts(one) && one.how === 'gone' && world.now >= one.from);
    if (!isGone && !schedule.now('mailbox', isIts)) return undefined;
    judge.tookEffect(`mailbox: ${isGone ? 'gone' : 'full'}`);
    if (!isGone) return '452 4.2.2 full';
    judge.refusals.farRefused(`alias ${alias}`, { node: from, at: world.now });
    return '550 5.1.1 no such user';
  }

  /** A 5yz to a step. @param recipient of the message, if it is known */
  refused(step: Step, from: string, recipient: string | undefined): void {
    const { judge, number, world } = this.options;
    // A relay that refuses the session refuses our account there, and no message.
    const isOfSession =
      step === 'greeting' ? judge.plan.hasRelay : step === 'ehlo' || step === 'starttls';
    if (isOfSession) return;
    const alias = recipient === undefined ? -1 : aliasOf(recipient);
    const what = alias < 0 ? (`server ${number}` as const) : (`alias ${alias}` as const);
    judge.refusals.farRefused(what, { node: from, at: world.now });
  }

  /** Whether the pair has to wait. */
  #isGrey(pair: string): boolean {
    const { plan, world, judge } = this.options;
    if (plan.greylists === 0) return false;
    const first = this.#grey.get(pair);
    if (first === undefined) {
      this.#grey.set(pair, world.now);
      judge.tookEffect('greylisting');
    }
    return first === undefined || world.now - first < plan.greylists * SECOND;
  }
}
