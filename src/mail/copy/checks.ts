/** The checks of incoming messages, as configured by the operator. */

import type { Clock } from '#time/clock.ts';
import type { Resolve } from '../dns/answer.ts';
import { budgeted } from '../dns/budget.ts';
import { Authentication, type AuthenticationOutcome } from '../trust/authentication.ts';
import type { SpfQuestion } from '../trust/spf/check.ts';
import { type Vouching, vouching } from '../trust/vouching.ts';
import { WaitLimits } from './wait-limits.ts';
import { JudgedMessage, type JudgedMessageOptions } from './judged-message.ts';

export type ChecksOptions = Pick<JudgedMessageOptions, 'authservId' | 'signatures' | 'observe'> & {
  /** Domains whose ARC pass excuses a DMARC failure; in A-labels and lower case. */
  trustedSealers: readonly string[];
  /** Never rejects. */
  resolve: Resolve;
  clock: Clock;
};

/** The message once it is judged, asked for by each recipient. Undefined: not judged, and forwarded unchanged. */
export type WhenJudged = () => Promise<JudgedMessage> | undefined;

/** What the recipients' copies need of a message. */
type JudgedMail = Pick<JudgedMessageOptions, 'sender' | 'cuts'>;

/** A message while it arrives. */
export type Inspection = Pick<Authentication, 'header' | 'body'> & {
  /** Whether the header block is needed whole. */
  readonly keepsHeader: boolean;
  /**
   * Call this when the message is complete.
   * @returns a function to call for each recipient: the first call judges the message; rejects for internal errors
   * only
   */
  whenAsked(mail: JudgedMail): WhenJudged;
};

/** What the engine needs of the checks. */
export type MessageChecks = {
  /** Call this when the message begins: earlier, a client without a valid recipient could make us query the DNS. */
  begin(question: SpfQuestion): Inspection;
};

export const NOT_JUDGED: WhenJudged = () => undefined;

export const NOT_INSPECTED: Inspection = {
  keepsHeader: false,
  header() {},
  body() {},
  whenAsked: () => NOT_JUDGED,
};

export const NO_CHECKS: MessageChecks = { begin: () => NOT_INSPECTED };

export class Checks implements MessageChecks {
  readonly #options: ChecksOptions;
  readonly #policyWaits: WaitLimits;

  constructor(options: ChecksOptions) {
    this.#options = options;
    this.#policyWaits = new WaitLimits(options.clock.now);
  }

  begin(question: SpfQuestion): Inspection {
    return new CheckedMessage(question, this.#options, this.#policyWaits);
  }
}

class CheckedMessage extends Authentication implements Inspection {
  readonly keepsHeader = true;
  readonly #options: ChecksOptions;
  readonly #policyWaits: WaitLimits;

  constructor(question: SpfQuestion, options: ChecksOptions, policyWaits: WaitLimits) {
    super(question, options);
    this.#options = options;
    this.#policyWaits = policyWaits;
  }

  whenAsked(mail: JudgedMail): WhenJudged {
    let judged: Promise<JudgedMessage> | undefined;
    return () => (judged ??= this.#judge(mail));
  }

  async #judge(mail: JudgedMail): Promise<JudgedMessage> {
    const judgement = await this.end();
    const trustedSeal = await this.#vouching(judgement);
    return new JudgedMessage(judgement, {
      ...this.#options,
      ...mail,
      trustedSeal,
      policyWaits: this.#policyWaits,
    });
  }

  /**
   * Queries the DNS only if the answer decides, and with a separate time limit: a slow body may have used up the
   * message's.
   */
  async #vouching({ arc, author, dmarc }: AuthenticationOutcome): Promise<Vouching> {
    const { trustedSealers, resolve, clock } = this.#options;
    const isUnwanted = dmarc.policy === 'reject' || dmarc.policy === 'quarantine';
    const counts = author.kind === 'one' && dmarc.result === 'fail' && isUnwanted;
    if (!counts || arc.sealer === undefined || !trustedSealers.includes(arc.sealer)) return 'no';
    return await vouching(arc, author.domain, budgeted(resolve, clock));
  }
}
