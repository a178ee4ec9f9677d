/** The aliases as their owners have them: switched off or paused they take no mail (V09). */

import { longestWay } from '../models/network-database.ts';
import type { Plan } from '../plan.ts';
import { MINUTE, SECOND } from '../world/world.ts';

/** A look-up in a database in the network is used again so long. */
const CACHE_TIME = SECOND;

/** `since`: it takes no mail since then. */
type AliasState = { isOn: boolean; isPaused: boolean; since?: number | undefined };

export class Aliases {
  readonly #plan: Plan;
  readonly #states = new Map<number, AliasState>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** An owner's change is done. */
  changed(alias: number, deed: string, now: number): void {
    const state = this.#states.get(alias) ?? { isOn: true, isPaused: false };
    if (deed === 'on' || deed === 'off') state.isOn = deed === 'on';
    else state.isPaused = deed === 'pause';
    this.#states.set(alias, { ...state, since: state.isOn && !state.isPaused ? undefined : now });
  }

  /** Whether it may take a mail. @param askedAt the moment of its RCPT */
  mayTake(alias: number, askedAt: number): boolean {
    const { since, isOn = true } = this.#states.get(alias) ?? {};
    // Pauses end with the last fault, by the clock of each node.
    if (isOn && askedAt > this.#plan.healedAt - MINUTE) return true;
    // Another node may have looked it up before.
    const known = this.#plan.hasNetworkDatabase ? CACHE_TIME + longestWay(this.#plan) : 0;
    return since === undefined || since + known >= askedAt;
  }
}
