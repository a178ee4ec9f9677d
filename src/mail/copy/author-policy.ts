/**
 * The one decision about a mail's author: whether the mail goes on, and whether as it is or under our own name. Pure,
 * in eight rules; the first that fits decides. Most mail is kept as it came: a signature of the author is the best
 * proof.
 */

import type { Reply } from '../smtp/reply.ts';
import type { Author } from '../trust/dmarc/author-domain.ts';
import type { DmarcOutcome } from '../trust/dmarc/evaluate.ts';
import type { Exits } from './exits.ts';
import type { Vouching } from '../trust/vouching.ts';
import * as replies from '../replies.ts';

/** The findings about a mail. */
export type AuthorFindings = {
  fromFields: number;
  /** Whether From names one author domain. */
  author: Author['kind'];
  /** Whether some readers see an address in another domain in From. */
  showsAnother: boolean;
  /** Whether it is a delivery report: those may come from nobody. */
  isReport: boolean;
  dmarc: Pick<DmarcOutcome, 'result' | 'policy' | 'aligned' | 'tried'>;
  /**
   * Whether a signature still verifies when the mail is kept, below the lines put in front then and these fields
   * besides.
   * @param signature its place in `dmarc.aligned.signatures`
   */
  survives: (signature: number, besides: readonly string[]) => boolean;
  /** Whether a sealer that the operator trusts vouches for the author, by an ARC chain that passes. */
  trustedSeal: Vouching;
  exits: Exits;
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
       * The treatment of exits. `none`: they stay. `reply-to`: a Reply-To of ours is put in front, the only exit.
       * `all`: besides, the mail's own Reply-To and the other exits are removed, and others in To and Cc become reply
       * addresses.
       */
      close: 'none' | 'reply-to' | 'all';
    }
  /** From becomes an address of ours, and every exit is closed; without reply addresses: From becomes the alias, and the author Reply-To. */
  | {
      kind: 'rewrite';
      rule: 1 | 8;
      authentic: boolean;
      /**
       * What From shows of the author: name and address, the address alone, or the name alone, where there is no address
       * to answer: then From is the alias.
       */
      shows: 'author' | 'address' | 'words';
    };

/** @param hidden whether the real address leaves by no exit: reply addresses stand in its way */
export function decide(judged: AuthorFindings, hidden: boolean): Decision {
  const { dmarc, exits } = judged;
  if (judged.fromFields !== 1) return { kind: 'refuse', rule: 1, reply: replies.ONE_FROM };
  if (judged.author === 'several') return { kind: 'refuse', rule: 1, reply: replies.ONE_AUTHOR };
  // Devices and cron write such mail. Their words are shown as words: a reader could take them for anybody's name.
  if (judged.author === 'none' && !judged.isReport) {
    return { kind: 'rewrite', rule: 1, authentic: false, shows: 'words' };
  }
  if (dmarc.result === 'temperror' && dmarc.policy !== 'none') {
    return { kind: 'defer', rule: 2, reply: replies.DMARC_SILENT };
  }
  // RFC 9989 section 7.4 asks to treat reject as quarantine. We answer for what we pass on, and the sender hears it: docs/standards.md.
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
    return { kind: 'keep', rule: 5, authentic: false, close: hidden ? 'all' : 'none' };
  }

  const besides = hidden ? ['reply-to'] : [];
  const whole = signatures.some((signature) => judged.survives(signature, besides));
  if (whole && !(hidden && Object.values(exits).includes(true))) {
    return { kind: 'keep', rule: 6, authentic: true, close: hidden ? 'reply-to' : 'none' };
  }
  const demanding = dmarc.policy !== undefined && dmarc.policy !== 'none';
  if (proven && signatures.length === 0 && !demanding) {
    return { kind: 'keep', rule: 7, authentic: true, close: hidden ? 'all' : 'none' };
  }
  return { kind: 'rewrite', rule: 8, authentic: proven, shows: 'author' };
}
