/**
 * Joins the parts that replies of owners need: reply addresses, Message-IDs, the leak guard's settings and our
 * signature.
 */

import type { NameSpace } from '#rules/alias.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { Store } from '#store/store.ts';
import type { Clock } from '#time/clock.ts';
import { ReplyAllowances } from '../reply/allowances.ts';
import { ReplyComposer } from '../reply/compose.ts';
import type { MessageIds } from '../reply/message-ids.ts';
import { ReplyPlans, type ReplyPlansOptions } from '../reply/plan.ts';
import { SentIds } from '../reply/sent-ids.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { ReturnPaths } from '../return-path/return-paths.ts';
import type { MailKeys } from '../keys.ts';
import type { Signatures } from '../signing/signatures.ts';

export type ReplySettings = {
  /** The proof that an owner needs; `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
  /** Called with the seconds for which the leak guard has searched a reply. */
  onGuarded: (seconds: number) => void;
};

export type ReplyPlansContext = {
  addresses: ReplyAddresses;
  messageIds: MessageIds;
  returnPaths: ReturnPaths;
  space: NameSpace;
  store: Pick<Store, 'aliasesOf' | 'hasAliases' | 'recall' | 'remember'>;
  ownership: Ownership;
  keys: Pick<MailKeys, 'messageId'>;
  signatures: Signatures;
  hostname: string;
  limits: boolean;
  reached: ReplyPlansOptions['reached'];
  clock: Clock;
  /** Resolves when the event loop has had its turn. */
  turn: () => Promise<void>;
  onFault: (error: unknown) => void;
};

export function createReplyPlans(
  { proof, onGuarded }: ReplySettings,
  context: ReplyPlansContext,
): ReplyPlans {
  const { addresses, clock, keys, signatures, store, onFault } = context;
  const { date, now } = clock;
  const sentIds = new SentIds({ store, keys: keys.messageId, date, onFault });
  const composer = new ReplyComposer({
    ...context,
    sentIds,
    onGuarded,
    sign: (domain, block, signed) => signatures.dkim(domain, block, signed, ['reply-to']),
    date,
    now,
  });
  const allowances = new ReplyAllowances({ now, limits: context.limits });
  return new ReplyPlans({ ...context, addresses, allowances, composer, sentIds, proof, date });
}
