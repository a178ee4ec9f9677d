/**
 * The operator's spam filter, queried while the sender waits; limited to 8 s, and 20 queries at once. A dead, slow or
 * broken filter never loses mail: only its explicit answer rejects.
 */

import { type WindowLimiter, windowLimiter } from '#limits/window.ts';
import { CONNECTIONS } from '#network/kept-client.ts';
import { RemoteServerSilent } from '#network/http-client.ts';
import type { Clock } from '#time/clock.ts';
import { WaitLimits } from '../copy/wait-limits.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { FilterAction, Question, Rspamd } from './rspamd.ts';

export type FilterOptions = {
  server: Pick<Rspamd, 'check'>;
  clock: Clock;
  /** Called for each message checked. @param ms from the query to its end, including the wait for a slot */
  observe: (result: FilterAction | 'failed', ms: number) => void;
  log: MailLog;
};

/** For one query, including its wait for a slot, in milliseconds. */
const TIMEOUT_MS = 8000;
/** A larger message is not checked. */
const MOST_OCTETS = 20 * 1_048_576;
/** A failing filter is logged once in this time. */
const WARN_MS = 60_000;

/** The filter's answer, asked for once. Undefined: there is nothing to wait for, and the message passes. */
export type FilterAnswer = () => ReturnType<Filter['ask']> | undefined;

/** What the engine asks about a message. */
export type MessageFilter = {
  /** The same for several recipients of one message: the first call queries the filter. */
  whenAsked(question: () => Question): FilterAnswer;
  ask(question: Question): ReturnType<FilterAnswer>;
};

export const NOT_ASKED: FilterAnswer = () => undefined;

/** Every message passes. */
export const NO_FILTER: MessageFilter = { whenAsked: () => NOT_ASKED, ask: NOT_ASKED };

export class Filter implements MessageFilter {
  readonly #options: FilterOptions;
  readonly #warnings: WindowLimiter;
  readonly #greylisted: WaitLimits;
  #busy = 0;
  readonly #waiting = new Set<(hasPlace: boolean) => void>();

  constructor(options: FilterOptions) {
    this.#options = options;
    this.#warnings = windowLimiter({ most: 1, ms: WARN_MS }, options.clock);
    this.#greylisted = new WaitLimits(options.clock.now);
  }

  whenAsked(question: () => Question): FilterAnswer {
    let asked: Promise<FilterAction | undefined> | undefined;
    return () => (asked ??= this.ask(question()));
  }

  /**
   * Never rejects. The message's octets are read until it resolves, and not after it.
   * @returns undefined if the filter gives no answer, has answered `greylist` for four hours, or the message is too
   * large
   */
  async ask(question: Question): Promise<FilterAction | undefined> {
    if (question.message.octets > MOST_OCTETS) return undefined;
    const { clock, observe, log } = this.#options;
    const begun = clock.now();
    const givenUp = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () => givenUp.abort());
    let result: FilterAction | 'failed' = 'failed';
    try {
      result = await this.#inPlace(question, givenUp.signal);
    } catch (error) {
      if (this.#warnings.take() === 0) {
        const reason = error instanceof RemoteServerSilent ? error.message : 'internal error';
        log.warn({ reason }, 'no usable answer from the spam filter; accepting mail without it');
      }
    } finally {
      cancel();
    }
    observe(result, clock.now() - begun);
    if (result === 'failed' || this.#isGreylistedForGood(result, question)) return undefined;
    return result;
  }

  /**
   * Without its own memory (Redis), Rspamd greylists a message on every attempt, until its sender gives up after
   * days.
   */
  #isGreylistedForGood(action: FilterAction, { sender, recipients }: Question): boolean {
    const mail = { sender, author: '', recipient: recipients.join(' ') };
    return action === 'greylist' && this.#greylisted.isOver(mail);
  }

  async #inPlace(question: Question, signal: AbortSignal): Promise<FilterAction> {
    if (!(await this.#place(signal))) throw new RemoteServerSilent('too many queries at once');
    try {
      return await this.#options.server.check(question, signal);
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#busy -= 1;
      else this.#give(next, true);
    }
  }

  #place(signal: AbortSignal): Promise<boolean> | boolean {
    if (this.#busy < CONNECTIONS) {
      this.#busy += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.add(resolve);
    signal.addEventListener('abort', () => this.#give(resolve, false), { once: true });
    return promise;
  }

  #give(waiter: (hasPlace: boolean) => void, hasPlace: boolean): void {
    if (this.#waiting.delete(waiter)) waiter(hasPlace);
  }
}
