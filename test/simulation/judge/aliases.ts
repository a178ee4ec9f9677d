/** The aliases as their owners have them: switched off or paused they take no mail (V09). */

import type { Plan } from '../plan.ts';
import { MINUTE, SECOND } from '../world/world.ts';

/** The result of a look-up in a database in the network is cached for so long. */
const CACHE_TIME = SECOND;

/** `since`: it takes no mail since then; `node`: of the last change. */
type AliasState = {
  isOn: boolean;
  isPaused: boolean;
  since?: number | undefined;
  node?: string | undefined;
};

/** A sender that waits for a change of one of these. */
type Waiting = { aliases: readonly number[]; run: () => void };

export class Aliases {
  readonly #plan: Plan;
  readonly #states = new Map<number, AliasState>();
  readonly #waiting = new Set<Waiting>();
  /** Since when each is switched on again; infinite: its owner has asked to switch it off. */
  readonly #onSince = new Map<number, number>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** An owner requests a change. */
  asked(alias: number, action: string): void {
    if (action === 'off') this.#onSince.set(alias, Infinity);
  }

  /** Whether it may reject a message because it is switched off. @param askedAt the moment of its RCPT */
  mayReject(alias: number, askedAt: number): boolean {
    return (this.#onSince.get(alias) ?? 0) > askedAt;
  }

  /** An owner's change is done. */
  changed(alias: number, action: string, now: number, node?: string): void {
    const state = this.#states.get(alias) ?? { isOn: true, isPaused: false };
    if (action === 'on' || action === 'off') state.isOn = action === 'on';
    else state.isPaused = action === 'pause';
    const since = state.isOn && !state.isPaused ? undefined : now;
    this.#states.set(alias, { ...state, since, node });
    if (action === 'on' && node !== undefined) this.#onSince.set(alias, now);
    for (const waiting of node === undefined ? [] : this.#waiting) {
      if (waiting.aliases.includes(alias) && this.#waiting.delete(waiting)) waiting.run();
    }
  }

  /** Runs once an owner is notified of a change of one of them. @returns gives it up */
  whenChanged(aliases: readonly number[], run: () => void): () => void {
    const waiting = { aliases, run };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  /** Whether it may take a message. @param askedAt the moment of its RCPT, at this node */
  mayTake(alias: number, askedAt: number, at: string): boolean {
    const { since, isOn = true, node } = this.#states.get(alias) ?? {};
    // Pauses end with the last fault, by each node's clock.
    if (isOn && askedAt > this.#plan.healedAt - MINUTE) return true;
    // Another node may have looked it up before.
    const known = this.#plan.hasNetworkDatabase && at !== node ? CACHE_TIME : 0;
    return since === undefined || since + known >= askedAt;
  }
}
