/** What a sending server is made of. */

import type { Chance } from '../chance.ts';
import type { Judge } from '../judge/judge.ts';
import type { Attempt, Job } from '../judge/records.ts';
import type { Network } from '../network/network.ts';
import type { SenderDeed } from '../faults.ts';
import type { MailPlan, SenderPlan } from '../plan.ts';
import type { World } from '../world/world.ts';

export type SenderOptions = {
  world: World;
  network: Network;
  judge: Judge;
  plan: SenderPlan;
  number: number;
  /** Each attempt has its own: with fewer mails those that are left do the same. */
  chance: (...names: (string | number)[]) => Chance;
  /** The addresses of the nodes. */
  nodes: readonly string[];
  envelopeOf: (mail: MailPlan) => { from: string; to: (alias: number) => string };
  deedOf: (mail: number, attempt: number) => SenderDeed | undefined;
  /** Whether there is no fault any more. */
  isHealed: () => boolean;
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
