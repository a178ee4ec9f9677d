/** The incidents of a life in the form for its parts: after the moment at which it is healed there are none. */

import type { Judge } from './judge/judge.ts';
import { type Incident, incidentsOf, type Of, type Plan } from './plan.ts';
import type { World } from './world/world.ts';

/** A life from the view of its parts. */
export type Setting = {
  plan: Plan;
  world: World;
  judge: Judge;
  schedule: Schedule;
};

/** Those that last for a time. */
type Lasting = Extract<Incident, { from: number }>['kind'];

export class Schedule {
  readonly #plan: Plan;
  readonly #world: World;

  constructor(plan: Plan, world: World) {
    this.#plan = plan;
    this.#world = world;
  }

  get isHealed(): boolean {
    return this.#world.now >= this.#plan.healedAt;
  }

  all<Kind extends Incident['kind']>(kind: Kind): Of<Kind>[] {
    return incidentsOf(this.#plan, kind);
  }

  find<Kind extends Incident['kind']>(
    kind: Kind,
    fits: (one: Of<Kind>) => boolean,
  ): Of<Kind> | undefined {
    return this.isHealed ? undefined : this.all(kind).find(fits);
  }

  /** The first one of this moment that fits. */
  now<Kind extends Lasting>(kind: Kind, fits: (one: Of<Kind>) => boolean): Of<Kind> | undefined {
    const { now } = this.#world;
    const lasts = (one: Incident) => 'from' in one && now >= one.from && now < one.until;
    return this.find(kind, (one) => fits(one) && lasts(one));
  }
}
