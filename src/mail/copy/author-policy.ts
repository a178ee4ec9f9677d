/**
 * The one decision about a message's author: whether we forward the message, and whether unchanged or under our own
 * From. Pure: eight rules, and the first that matches decides. Most messages stay unchanged, because an author's
 * signature is the best proof.
 */

import type { Reply } from '../smtp/reply.ts';
import type { Author } from '../trust/dmarc/author-domain.ts';
import type { DmarcOutcome } from '../trust/dmarc/evaluate.ts';
import type { ReplyTargets } from './reply-targets.ts';
import type { Vouching } from '../trust/vouching.ts';
import * as replies from '../replies.ts';

export type AuthorFindings = {
  fromFields: number;
  /** Whether From names one author domain. */
  author: Author['kind'];
  /** Whether some readers see an address in another domain in From. */
  showsAnother: boolean;
  /** Whether it is a delivery report: reports may have no author. */
  isReport: boolean;
  dmarc: Pick<DmarcOutcome, 'result' | 'policy' | 'aligned' | 'tried'>;
  /**
   * Whether a signature still verifies if the message is kept, with the lines that we then prepend and these
   * additional fields.
   * @param signature its index in `dmarc.aligned.signatures`
   */
  survives: (signature: number, besides: readonly string[]) => boolean;
  /** Whether a sealer that the operator trusts vouches for the author with a valid ARC chain. */
  trustedSeal: Vouching;
  replyTargets: ReplyTargets;
};

export type Decision =
  | { kind: 'refuse'; rule: 1 | 3; reply: Reply }
  | { kind: 'defer'; rule: 2; reply: Reply }
  | {
      kind: 'keep';
      rule: 5 | 6 | 7;
      /** Whether From is proven. Reply addresses of unproven authors are marked. */
      authentic: boolean;
      /**
       * How reply targets are treated. `none`: they stay. `reply-to`: we prepend our own Reply-To, the only target.
       * `all`: we also remove the message's own Reply-To and the other targets, and replace other addresses in To and
       * Cc with reply addresses.
       */
      redirect: 'none' | 'reply-to' | 'all';
    }
  /**
   * From becomes one of our addresses, and every reply target is rewritten. Without reply addresses, From becomes the
   * alias and Reply-To the author.
   */
  | {
      kind: 'rewrite';
      rule: 1 | 8;
      authentic: boolean;
      /**
       * What From shows of the author: name and address, the address alone, or the name alone. The name alone is
       * shown if no address can be answered: From is then the alias.
       */
      shows: 'author' | 'address' | 'words';
    };

/** @param hidden whether no reply target reveals the real address, because reply addresses replace them */
export function decide(judged: AuthorFindings, hidden: boolean): Decision {
  const { dmarc, replyTargets } = judged;
  if (judged.fromFields !== 1) return { kind: 'refuse', rule: 1, reply: replies.ONE_FROM };
  if (judged.author === 'several') return { kind: 'refuse', rule: 1, reply: replies.ONE_AUTHOR };
  // Devices and cron write such messages. Their author is quoted, because a reader could take it for anyone's name.
  if (judged.author === 'none' && !judged.isReport) {
    return { kind: 'rewrite', rule: 1, authentic: false, shows: 'words' };
  }
  if (dmarc.result === 'temperror' && dmarc.policy !== 'none') {
    return { kind: 'defer', rule: 2, reply: replies.DMARC_SILENT };
  }
  // RFC 9989 section 7.4 asks to treat reject as quarantine. We are responsible for what we forward, and a rejection
  // informs the sender: docs/standards.md.
  const rejected = dmarc.result === 'fail' && dmarc.policy === 'reject';
  // RFC 6376 section 3.6.1 asks to treat mail under a key with t=y as unsigned; every large receiver ignores the flag.
  if (rejected && judged.trustedSeal !== 'yes' && dmarc.tried !== true) {
    return judged.trustedSeal === 'silent'
      ? { kind: 'defer', rule: 2, reply: replies.DMARC_SILENT }
      : { kind: 'refuse', rule: 3, reply: replies.DMARC_REJECT };
  }

  const signatures = dmarc.aligned.signatures.flatMap((aligned, i) => (aligned ? [i] : []));
  const proven = dmarc.aligned.spf || signatures.length > 0;
  if (judged.showsAnother) return { kind: 'rewrite', rule: 1, authentic: proven, shows: 'address' };
  const excused = rejected && judged.trustedSeal === 'yes';
  if (!proven && !excused) {
    return { kind: 'keep', rule: 5, authentic: false, redirect: hidden ? 'all' : 'none' };
  }

  const besides = hidden ? ['reply-to'] : [];
  const whole = signatures.some((signature) => judged.survives(signature, besides));
  if (whole && !(hidden && Object.values(replyTargets).includes(true))) {
    return { kind: 'keep', rule: 6, authentic: true, redirect: hidden ? 'reply-to' : 'none' };
  }
  const demanding = dmarc.policy !== undefined && dmarc.policy !== 'none';
  if (proven && signatures.length === 0 && !demanding) {
    return { kind: 'keep', rule: 7, authentic: true, redirect: hidden ? 'all' : 'none' };
  }
  return { kind: 'rewrite', rule: 8, authentic: proven, shows: 'author' };
}
