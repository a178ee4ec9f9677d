/**
 * Joins the parts that owners' replies need: reply addresses, Message-IDs, the leak guard's settings and our
 * signature.
 */

import type { Clock } from '#time/clock.ts';
import { ReplyAllowances } from '../reply/allowances.ts';
import { ReplyComposer, type ReplyComposerOptions } from '../reply/compose.ts';
import { type ReplyMail, ReplyPlan, type ReplyPlanOptions } from '../reply/plan.ts';
import { SentIds, type SentIdsOptions } from '../reply/sent-ids.ts';
import type { MailKeys } from '../keys.ts';
import type { Signatures } from '../signing/signatures.ts';

export type ReplySettings = {
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
  /** Called with the seconds that the leak guard spent on a reply. */
  onGuarded: (seconds: number) => void;
};

/** The parts of the engine that plans are made of. */
export type ReplyParts = Omit<
  ReplyPlanOptions,
  'allowances' | 'composer' | 'date' | 'proof' | 'sentIds'
> &
  Pick<ReplyComposerOptions, 'hostname' | 'messageIds' | 'space' | 'turn'> & {
    store: SentIdsOptions['store'];
    keys: Pick<MailKeys, 'messageId'>;
    signatures: Signatures;
    limits: boolean;
    clock: Clock;
  };

/** @returns a function that makes the plan of one message */
export function replyPlans(
  { proof, onGuarded }: ReplySettings,
  parts: ReplyParts,
): (mail: ReplyMail) => ReplyPlan {
  const { clock, keys, limits, signatures, store, onFault } = parts;
  const { date, now } = clock;
  const sentIds = new SentIds({ store, keys: keys.messageId, date, onFault });
  const composer = new ReplyComposer({
    ...parts,
    sentIds,
    onGuarded,
    sign: (domain, block, signed) => signatures.dkim(domain, block, signed, ['reply-to']),
    date,
    now,
  });
  const allowances = new ReplyAllowances({ now, limits });
  const options = { ...parts, allowances, composer, sentIds, proof, date };
  return (mail) => new ReplyPlan(mail, options);
}
