/** The server of a real mailbox: it accepts, defers, lies and breaks as its plan says, by actions in place of its usual replies. */

import type { Chance } from '../chance.ts';
import type { FarAction, Step } from '../faults.ts';
import type { Closing, TcpEnd } from '../network/tcp-end.ts';
import type { FarPlan } from '../plan.ts';
import type { Setting } from '../schedule.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { aliasOf, userOf } from './addresses.ts';
import { replyOf } from '../../smtp-peer/replies.ts';

export type FarServerOptions = Pick<Setting, 'world' | 'judge' | 'schedule'> & {
  plan: FarPlan;
  number: number;
  chance: Chance;
};

export class FarServer {
  readonly options: FarServerOptions;
  /** STARTTLS so far that no command after EHLO has followed: a client may continue in plaintext (RFC 7435 section 3). */
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

type Action = {
  /** @param usual the usual reply; absent: it says nothing */
  says?: (usual: string) => string;
  next?: Closing | 'deaf' | 'refuse-early';
  /** The time from the final dot to the usual reply. */
  late?: number;
};

const HALF: Action = { says: (usual) => usual.slice(0, 6), next: 'orderly' };

export const ACTIONS: Record<FarAction, Action> = {
  '421': { says: () => '421 4.3.2 closing\r\n', next: 'orderly' },
  '4yz': { says: () => '451 4.3.0 later\r\n' },
  '5yz': { says: () => '550 5.1.1 no\r\n' },
  'slow-down': { says: () => '451 4.7.1 slower\r\n' },
  silent: { next: 'deaf' },
  close: { next: 'orderly' },
  reset: { next: 'reset' },
  'half-reply': HALF,
  'second-reply': { says: (usual) => `${usual}\r\n250 2.0.0 once more\r\n` },
  'no-tls': { says: (usual) => `${usual}\r\n220 no TLS at all\r\n`, next: 'deaf' },
  'early-refusal': { says: (usual) => `${usual}\r\n`, next: 'refuse-early' },
  'takes-silent': { next: 'deaf' },
  'takes-close': { next: 'orderly' },
  'takes-half-reply': HALF,
  'takes-late': { late: 8 * MINUTE },
  'takes-later-than-we-wait': { late: 12 * MINUTE },
};

/** The reply to EHLO. */
export function offer({ pipelining, chunking, size, tls }: FarPlan, isSecured: boolean): string {
  return replyOf(250, [
    'far',
    ...(pipelining ? ['PIPELINING'] : []),
    ...(chunking ? ['CHUNKING'] : []),
    ...(size ? ['SIZE 50000000'] : []),
    ...(tls && !isSecured ? ['STARTTLS'] : []),
    '8BITMIME',
  ]);
}
