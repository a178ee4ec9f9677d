/** The checks of mails, as the operator has set them. */

import type { Clock } from '#time/clock.ts';
import type { Resolve } from '../dns/answer.ts';
import { budgeted } from '../dns/budget.ts';
import { Authentication, type AuthenticationOutcome } from '../trust/authentication.ts';
import type { SpfQuestion } from '../trust/spf/check.ts';
import { type Vouching, vouching } from '../trust/vouching.ts';
import { SilentPolicies } from './silent-policies.ts';
import { AuthenticatedMail, type AuthenticatedMailOptions } from './authenticated-mail.ts';

export type ChecksOptions = Pick<
  AuthenticatedMailOptions,
  'authservId' | 'signatures' | 'observe'
> & {
  /** Domains whose ARC pass excuses a DMARC failure; in A-labels and lower case. */
  trustedSealers: readonly string[];
  /** Never rejects. */
  resolve: Resolve;
  clock: Clock;
};

export class Checks {
  readonly #options: ChecksOptions;
  readonly #silentPolicies: SilentPolicies;

  constructor(options: ChecksOptions) {
    this.#options = options;
    this.#silentPolicies = new SilentPolicies(options.clock.now);
  }

  /** To be called when the message begins: earlier, a client without a valid recipient could make us ask the DNS. */
  begin(question: SpfQuestion): Authentication {
    return new Authentication(question, this.#options);
  }

  /**
   * To be called when the message is in.
   * @returns a function for each recipient to call: the first call judges the mail; rejects for our own faults only
   */
  whenAsked(
    inspection: Authentication,
    mail: Pick<AuthenticatedMailOptions, 'sender' | 'cuts'>,
  ): () => Promise<AuthenticatedMail> {
    let judged: Promise<AuthenticatedMail> | undefined;
    return () => (judged ??= this.#judge(inspection, mail));
  }

  async #judge(
    inspection: Authentication,
    mail: Pick<AuthenticatedMailOptions, 'sender' | 'cuts'>,
  ): Promise<AuthenticatedMail> {
    const judgement = await inspection.end();
    const trustedSeal = await this.#vouching(judgement);
    return new AuthenticatedMail(judgement, {
      ...this.#options,
      ...mail,
      trustedSeal,
      silentPolicies: this.#silentPolicies,
    });
  }

  /** The DNS is asked where the answer counts alone, with time of its own: a slow body may have used up the mail's. */
  async #vouching({ arc, author, dmarc }: AuthenticationOutcome): Promise<Vouching> {
    const { trustedSealers, resolve, clock } = this.#options;
    const isUnwanted = dmarc.policy === 'reject' || dmarc.policy === 'quarantine';
    const counts = author.kind === 'one' && dmarc.result === 'fail' && isUnwanted;
    if (!counts || arc.sealer === undefined || !trustedSealers.includes(arc.sealer)) return 'no';
    return await vouching(arc, author.domain, budgeted(resolve, clock));
  }
}
