/** Makes the engine's features as the operator has set them. */

import type { Clock } from '#time/clock.ts';
import { Checks, NO_CHECKS } from '../copy/checks.ts';
import { HistoryWriter, NO_HISTORY } from '../history/history.ts';
import { KnownSenders, NO_SENDERS } from '../senders/known-senders.ts';
import { senderNamed } from '../senders/proven-author.ts';
import type { SenderNames } from '../senders/sender-names.ts';
import type { Signatures } from '../signing/signatures.ts';
import type { EngineFeatures } from './engine.ts';
import type { FeatureSettings, ForwarderObservers } from './forwarder-options.ts';
import { NO_REPLIES, ownersReplies, type ReplyParts } from './reply-plans.ts';

export type FeatureParts = Omit<ReplyParts, 'onFault' | 'reached'> & {
  clock: Clock;
  signatures: Signatures;
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
