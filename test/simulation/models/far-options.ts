/** What a far server is made of. */

import type { Chance } from '../chance.ts';
import type { Judge } from '../judge/judge.ts';
import type { FarDeed, FarPlan, Step } from '../plan.ts';
import type { World } from '../world/world.ts';

export type FarServerOptions = {
  world: World;
  judge: Judge;
  plan: FarPlan;
  number: number;
  chance: Chance;
  deedOf: (step: Step, number: number) => FarDeed | undefined;
  /** The state of an alias's mailbox; undefined: it takes mail. */
  mailboxOf: (alias: number) => 'full' | 'gone' | undefined;
};

/** The server of a session. */
export type Server = {
  readonly options: FarServerOptions;
  closed: (from: string) => void;
  deed: (step: Step) => FarDeed | undefined;
  isGrey: (pair: string) => boolean;
  mailbox: (path: string) => 'full' | 'gone' | undefined;
};
