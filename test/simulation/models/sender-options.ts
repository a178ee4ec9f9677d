/** What a sending server is made of. */

import type { Chance } from '../chance.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { MailPlan, SenderPlan } from '../plan.ts';
import type { Setting } from '../schedule.ts';

export type SenderOptions = Omit<Setting, 'plan'> & {
  plan: SenderPlan;
  number: number;
  /** Each attempt has its own: with fewer mails those that are left do the same. */
  chance: (...names: (string | number)[]) => Chance;
  /** The addresses of the nodes. */
  nodes: readonly string[];
  envelopeOf: (mail: MailPlan) => { from: string; to: (alias: number) => string };
};

/** A session that may carry another mail. */
export type Kept = {
  readonly node: string;
  send: (job: Job, attempt: Attempt, chance: Chance) => void;
  quit: () => void;
};

/** The server of a session. */
export type Queue = {
  readonly options: SenderOptions;
  readonly address: string;
  keep: (session: Kept) => void;
  forget: (session: Kept) => void;
  over: (job: Job, attempt: Attempt, isCut: boolean) => void;
};
