/** Makes the engine's features as the operator has set them. */

import type { Clock } from '#time/clock.ts';
import { Checks, NO_CHECKS } from '../copy/checks.ts';
import { aliasReplyAddresses } from '../copy/redirect-replies.ts';
import { HistoryWriter, NO_HISTORY } from '../history/history.ts';
import type { MailKeys } from '../keys.ts';
import { ReplyAllowances } from '../reply/allowances.ts';
import { ReplyComposer, type ReplyComposerOptions } from '../reply/compose.ts';
import type { MessageIds } from '../reply/message-ids.ts';
import { ReplyPlan, type ReplyPlanOptions } from '../reply/plan.ts';
import { SentIds, type SentIdsOptions } from '../reply/sent-ids.ts';
import { KnownSenders, NO_SENDERS } from '../senders/known-senders.ts';
import { senderNamed } from '../senders/proven-author.ts';
import type { SenderNames } from '../senders/sender-names.ts';
import type { Signatures } from '../signing/signatures.ts';
import type { EngineFeatures, ReplyFeature } from './engine.ts';
import type { FeatureSettings, ForwarderObservers, ReplySettings } from './forwarder-options.ts';
import { NO_PLAN } from './mail.ts';

type FeatureParts = Omit<ReplyParts, 'onFault' | 'reached'> & {
  senderNames: SenderNames;
  observers: Pick<ForwarderObservers, 'onFault' | 'onJudged'>;
};

export function openFeatures(
  { checks, history, replies, senders: seen, ...given }: FeatureSettings,
  parts: FeatureParts,
): EngineFeatures {
  const { clock, hostname, observers, senderNames: names, signatures } = parts;
  const { date } = clock;
  const { onFault, onJudged } = observers;
  const senders =
    seen === 'off' ? NO_SENDERS : new KnownSenders({ store: seen, names, date, onFault });
  return {
    ...given,
    senders,
    history:
      history === 'off' ? NO_HISTORY : new HistoryWriter({ store: history, names, date, onFault }),
    checks:
      checks === 'off'
        ? NO_CHECKS
        : new Checks({ ...checks, clock, authservId: hostname, signatures, observe: onJudged }),
    replies:
      replies === 'off'
        ? NO_REPLIES
        : ownersReplies(replies, {
            ...parts,
            onFault,
            // A reply is expected, so its author counts as known.
            reached: (aliasId, to) => senders.note(aliasId, senderNamed(to)),
          }),
  };
}

/** There are no reply addresses. */
const NO_REPLIES: ReplyFeature = {
  kindOf: () => undefined,
  addressesOf: () => undefined,
  plan: () => NO_PLAN,
};

/** The parts of the engine that plans are made of. */
type ReplyParts = Omit<ReplyPlanOptions, 'allowances' | 'composer' | 'date' | 'proof' | 'sentIds'> &
  Pick<ReplyComposerOptions, 'hostname' | 'space' | 'turn'> & {
    messageIds: MessageIds;
    store: SentIdsOptions['store'];
    keys: Pick<MailKeys, 'messageId'>;
    signatures: Signatures;
    limits: boolean;
    clock: Clock;
  };

/** Joins reply addresses, Message-IDs, the leak guard's settings and our signature. */
function ownersReplies({ proof, onGuarded }: ReplySettings, parts: ReplyParts): ReplyFeature {
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
