/**
 * All checks of one message, made while it arrives. SPF is queried at once, keys and policies after the header, and
 * the body is hashed piece by piece. Only arithmetic is left after the final dot. The body is not stored.
 *
 * An abandoned inspection needs no end: it holds only memory and promises, and none of them rejects unhandled.
 */

import { addressBlocks } from '#rules/address-block.ts';
import type { Clock } from '#time/clock.ts';
import type { Resolve } from '../dns/answer.ts';
import { askedOnce, budgeted } from '../dns/budget.ts';
import { HeaderBlock } from '../message/header-block.ts';
import { ArcCheck, type ArcResult } from './arc/validate.ts';
import type { SignedBody } from './dkim/sign.ts';
import { DkimCheck, type DkimResult } from './dkim/verify.ts';
import { type Author, authorDomain } from './dmarc/author-domain.ts';
import { type DmarcOutcome, evaluateDmarc } from './dmarc/evaluate.ts';
import { BodyDigests } from './signature/body-digests.ts';
import { isWithin } from './signature/domain-name.ts';
import { checkHost, type SpfOutcome, type SpfQuestion, spfIdentity } from './spf/check.ts';

/** The results of a message's checks. */
export type AuthenticationOutcome = {
  /** Its header as received. */
  block: HeaderBlock;
  /** The author domain of RFC 9989 section 5.3.1. */
  author: Author;
  spf: SpfOutcome;
  dkim: readonly DkimResult[];
  /** `none` if there is not exactly one author domain. */
  dmarc: DmarcOutcome;
  arc: ArcResult;
  /** For our own signatures. */
  body: SignedBody;
};

export type InspectionOptions = {
  /**
   * Never rejects. One message makes at most 80 queries for each of SPF, keys and policies, for at most 10 s from the
   * first one, and gets 256 KB of answers for each.
   */
  resolve: Resolve;
  clock: Clock;
};

type Begun = {
  block: HeaderBlock;
  author: Author;
  dkim: DkimCheck;
  arc: ArcCheck;
  body: SignedBody;
  /** The DMARC result if SPF and all signatures pass. */
  ifAllPass: Promise<DmarcOutcome> | undefined;
};

export class Authentication {
  readonly #question: SpfQuestion;
  /** For keys, and for DMARC. */
  readonly #resolveKey: Resolve;
  readonly #resolvePolicy: Resolve;
  readonly #clock: Clock;
  readonly #spf: Promise<SpfOutcome>;
  readonly #digests = new BodyDigests();
  #begun: Begun | undefined;

  constructor(question: SpfQuestion, { resolve, clock }: InspectionOptions) {
    this.#question = question;
    this.#clock = clock;
    const asker = { block: addressBlocks(question.address).site };
    // Each has its own budget: else a forger's SPF record, or a header that comes late, could use up the queries for the
    // policy of the forged author.
    const ofItsOwn = () => askedOnce(budgeted(resolve, clock, asker));
    this.#resolveKey = ofItsOwn();
    this.#resolvePolicy = ofItsOwn();
    this.#spf = handled(checkHost(question, ofItsOwn()));
  }

  /** @param octets of the header block in wire form, lent until the call returns; the inspection copies them */
  header(octets: Buffer): void {
    const block = HeaderBlock.read(octets);
    const author = authorDomain(block.fields('from').map(({ value }) => value));
    const digests = this.#digests;
    const dkim = DkimCheck.begin(block, digests, {
      resolve: this.#resolveKey,
      // RFC 9989 section 4.10.2: the organizational domain is not known yet, but it is one of these.
      prefers: (domain) =>
        author.kind === 'one' &&
        (isWithin(domain, author.domain) || isWithin(author.domain, domain)),
    });
    const arc = ArcCheck.begin(block, digests, this.#resolveKey);
    const form = digests.form ?? 'relaxed';
    const body = { form, digest: digests.want(form) };
    const ifAllPass =
      author.kind === 'one' ? this.#askAhead(author.domain, dkim.domains) : undefined;
    this.#begun = { block, author, dkim, arc, body, ifAllPass };
  }

  /** @param octets a piece of the body in wire form, split anywhere; lent until the call returns */
  body(octets: Buffer): void {
    this.#digests.push(octets);
  }

  /** To be called once, after the whole message. Rejects for internal errors only. */
  async end(): Promise<AuthenticationOutcome> {
    if (this.#begun === undefined) throw new Error('the message has no header yet');
    const { block, author, dkim, arc, body, ifAllPass } = this.#begun;
    this.#digests.end();
    const [spf, signatures, chain] = await Promise.all([
      this.#spf,
      dkim.end(this.#clock.date()),
      arc.end(),
    ]);
    const dmarc =
      author.kind !== 'one'
        ? NOT_ASKED
        : ifAllPass !== undefined && allPass(spf, signatures)
          ? await ifAllPass
          : await evaluateDmarc({ author: author.domain, spf, signatures }, this.#resolvePolicy);
    return { block, author, spf, dkim: signatures, dmarc, arc: chain, body };
  }

  /** Starts all queries that DMARC may need at the end: a slow client must not use up their time. */
  #askAhead(author: string, domains: readonly string[]): Promise<DmarcOutcome> {
    const spf = { ...spfIdentity(this.#question), result: 'pass' };
    const signatures = domains.map((domain) => ({ domain, result: 'pass' }));
    return handled(evaluateDmarc({ author, spf, signatures }, this.#resolvePolicy));
  }
}

const NOT_ASKED: DmarcOutcome = {
  author: '',
  result: 'none',
  policy: undefined,
  aligned: { spf: false, signatures: [] },
};

const allPass = (spf: SpfOutcome, signatures: readonly DkimResult[]) =>
  [spf, ...signatures].every(({ result }) => result === 'pass') &&
  !signatures.some(({ partial }) => partial);

/** Returns the same promise. If it rejects after the session has ended, the process must not crash. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}
