/**
 * Joins the parts that owners' replies need: reply addresses, Message-IDs, the leak guard's settings and our
 * signature.
 */

import type { Clock } from '#time/clock.ts';
import { type AliasReplyAddresses, aliasReplyAddresses } from '../copy/redirect-replies.ts';
import type { MailKeys } from '../keys.ts';
import { ReplyAllowances } from '../reply/allowances.ts';
import { ReplyComposer, type ReplyComposerOptions } from '../reply/compose.ts';
import { type ReplyMail, ReplyPlan, type ReplyPlanOptions } from '../reply/plan.ts';
import type { MessageIds } from '../reply/message-ids.ts';
import { SentIds, type SentIdsOptions } from '../reply/sent-ids.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { Signatures } from '../signing/signatures.ts';

export type ReplySettings = {
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
  /** Called with the seconds that the leak guard spent on a reply. */
  onGuarded: (seconds: number) => void;
};

/** Replies of owners through us. */
export type ReplyFeature = Pick<ReplyAddresses, 'kindOf'> & {
  /** The reply addresses of an alias; undefined: senders stay unchanged, and replies show the real address. */
  addressesOf(alias: string): AliasReplyAddresses | undefined;
  /** The plan of a message to reply addresses. */
  plan(mail: ReplyMail): Pick<ReplyPlan, 'for'>;
};

/** A message to no reply address. */
export const NO_PLAN: Pick<ReplyPlan, 'for'> = {
  for() {
    throw new Error('a reply needs a plan');
  },
};

/** There are no reply addresses. */
export const NO_REPLIES: ReplyFeature = {
  kindOf: () => undefined,
  addressesOf: () => undefined,
  plan: () => NO_PLAN,
};

/** The parts of the engine that plans are made of. */
export type ReplyParts = Omit<
  ReplyPlanOptions,
  'allowances' | 'composer' | 'date' | 'proof' | 'sentIds'
> &
  Pick<ReplyComposerOptions, 'hostname' | 'space' | 'turn'> & {
    messageIds: MessageIds;
    store: SentIdsOptions['store'];
    keys: Pick<MailKeys, 'messageId'>;
    signatures: Signatures;
    limits: boolean;
    clock: Clock;
  };

export function ownersReplies(
  { proof, onGuarded }: ReplySettings,
  parts: ReplyParts,
): ReplyFeature {
  const { addresses, messageIds, space, clock, keys, limits, signatures, store, onFault } = parts;
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
  return {
    kindOf: (local, domain) => addresses.kindOf(local, domain),
    addressesOf: (alias) => aliasReplyAddresses(alias, addresses, messageIds, space.domains),
    plan: (mail) => new ReplyPlan(mail, options),
  };
}
