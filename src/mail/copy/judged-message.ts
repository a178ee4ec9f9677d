/**
 * An incoming message with the findings about it. The decision is taken per recipient; the ARC set of an unchanged
 * message is made once per domain.
 */

import type { HeaderBlock, HeaderField } from '../message/header-block.ts';
import { RESULTS, SEAL, MESSAGE_SIGNATURE } from '../trust/arc/sets.ts';
import { seal } from '../trust/arc/seal.ts';
import { authenticationResults } from '../trust/authentication-results.ts';
import type { AuthenticationOutcome } from '../trust/authentication.ts';
import { provenAuthor } from '../senders/proven-author.ts';
import { survives } from '../trust/signature/covered-fields.ts';
import type { Vouching } from '../trust/vouching.ts';
import { type Decision, decide, type AuthorFindings } from './author-policy.ts';
import { isMisleading } from './author-phrase.ts';
import { type ReplyTargets, replyTargetsOf } from './reply-targets.ts';
import { LOOP_FIELD } from './loop-marks.ts';
import type { Signatures } from '../signing/signatures.ts';
import type { WaitLimits } from './wait-limits.ts';

/** Byte ranges of a header, from its start. */
export type HeaderRange = { start: number; end: number };

export type JudgedMessageOptions = {
  /** Our name in the results (RFC 8601 section 2.5). */
  authservId: string;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  policyWaits: WaitLimits;
  /** Whether a trusted sealer vouches for the author. */
  trustedSeal: Vouching;
  /** Fields removed from every copy. */
  cuts: readonly HeaderRange[];
  signatures: Signatures;
  /** Called once the message is judged, with the first recipient's decision. */
  observe: (judgement: AuthenticationOutcome, decision: Decision) => void;
};

/** Fields prepended to every message, or to some. */
const TRACE = [
  'received',
  'delivered-to',
  LOOP_FIELD.toLowerCase(),
  'x-spam',
  'authentication-results',
];
const SET = [SEAL, MESSAGE_SIGNATURE, RESULTS];

/** Without reply addresses, any of these may reveal the real address. */
const NO_REPLY_TARGETS: ReplyTargets = {
  replyTo: false,
  others: false,
  followUps: false,
  receipts: false,
  lists: false,
};

export class JudgedMessage {
  readonly judgement: AuthenticationOutcome;
  /** The findings as the value of Authentication-Results; starts with our name, folded. */
  readonly results: string;
  readonly #options: JudgedMessageOptions;
  readonly #judged: Omit<AuthorFindings, 'replyTargets'>;
  /** Computed on first use. */
  #replyTargets: ((alias: string) => ReplyTargets) | undefined;
  #isObserved = false;
  /** Computed on first use; null: not yet. */
  #provenAuthor: string | undefined | null = null;
  readonly #sealed = new Map<string, Promise<readonly HeaderField[]>>();

  constructor(judgement: AuthenticationOutcome, options: JudgedMessageOptions) {
    this.judgement = judgement;
    this.#options = options;
    const { block, author, spf, dkim, dmarc, arc } = judgement;
    this.results = authenticationResults(options.authservId, {
      spf,
      dkim,
      ...(author.kind === 'one' && { dmarc }),
      arc,
    });
    const { cuts, sender, trustedSeal } = options;
    const cut = block.all.filter(({ start }) => cuts.some((range) => range.start === start));
    this.#judged = {
      fromFields: block.fields('from').length,
      author: author.kind,
      showsAnother: author.kind === 'one' && author.showsAnother === true,
      isReport: sender === '' && isReport(block),
      dmarc,
      survives: (i, besides) => {
        const signature = dkim[i]?.signature;
        const prepended = [...TRACE, ...(this.#mayFollow ? SET : []), ...besides];
        return signature !== undefined && survives(signature, block, { prepended, cut });
      },
      trustedSeal,
    };
  }

  /**
   * The decision about one recipient's copy.
   * @param recipient the alias, or the operator's address, that received the message
   * @param hidden whether every reply target is rewritten, so that the owner's address stays private
   */
  decisionFor(recipient: string, hidden: boolean): Decision {
    const { observe } = this.#options;
    const decision = this.#decide(recipient, hidden);
    if (!this.#isObserved) observe(this.judgement, decision);
    this.#isObserved = true;
    return decision;
  }

  #decide(recipient: string, hidden: boolean): Decision {
    const { sender, policyWaits } = this.#options;
    const replyTargets = hidden ? this.#replyTargetsFor(recipient) : NO_REPLY_TARGETS;
    const judged = { ...this.#judged, replyTargets };
    const decision = decide(judged, hidden);
    const { dmarc } = this.judgement;
    const mail = { sender, author: dmarc.author, recipient };
    // The wait for our own limits never ends: a forger could reach them each time.
    if (dmarc.policy === 'unasked') return decision;
    if (dmarc.policy !== 'unknown') policyWaits.answered(mail);
    else if (decision.kind === 'defer' && policyWaits.isOver(mail)) {
      return decide({ ...judged, dmarc: { ...dmarc, policy: 'none' } }, hidden);
    }
    return decision;
  }

  /** The author in the form that owners' sender lists use; undefined: not proven. */
  get provenAuthor(): string | undefined {
    if (this.#provenAuthor === null) {
      this.#provenAuthor = provenAuthor(this.judgement, this.#options.trustedSeal);
    }
    return this.#provenAuthor;
  }

  /**
   * Whether the author's domain asks for quarantine and no sealer vouches for the message. Counts only if no proof
   * was found.
   */
  get isQuarantined(): boolean {
    const { dmarc } = this.judgement;
    const asks = dmarc.result === 'fail' && dmarc.policy === 'quarantine';
    return asks && this.#options.trustedSeal === 'no';
  }

  #replyTargetsFor(alias: string): ReplyTargets {
    this.#replyTargets ??= replyTargetsOf(this.judgement.block.all);
    return this.#replyTargets(alias);
  }

  /** The ARC set for an unchanged message; empty if it gets none. @param domain of the seal */
  sealAsItCame(domain: string): Promise<readonly HeaderField[]> {
    const before = this.#sealed.get(domain);
    if (before !== undefined) return before;
    const sealed = this.seal(domain, this.judgement.block);
    this.#sealed.set(domain, sealed);
    return sealed;
  }

  /** An ARC set, the seal first; empty if none may follow. @param block the header as it is sent */
  async seal(domain: string, block: HeaderBlock): Promise<readonly HeaderField[]> {
    const { signatures } = this.#options;
    const { arc, body } = this.judgement;
    const { next: instance, result, sets } = arc;
    if (!this.#mayFollow || instance === undefined || result === 'temperror') return [];
    return await signatures.make('arc', domain, (signer) =>
      seal(block, {
        instance,
        chain: { result, sets },
        results: this.results,
        body,
        signer,
        now: signatures.date,
      }),
    );
  }

  get #mayFollow(): boolean {
    const { arc, block } = this.judgement;
    // A program that ends the header at a line that is not a field would find our seal broken.
    return arc.next !== undefined && block.fieldsAlone;
  }
}

/** RFC 6522 section 3. A report whose author looks like an address, or like us, is treated as any other message. */
function isReport(block: HeaderBlock): boolean {
  const [type] = block.fields('content-type');
  const [from] = block.fields('from');
  const isOne = type !== undefined && /^\s*multipart\/report\s*(?:;|$)/i.test(type.value);
  return isOne && from !== undefined && !isMisleading(from.value, []);
}
