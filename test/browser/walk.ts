/** States of the screen one after the other in one page: a page for each would cost more than most of them. */

import { type Page, test } from '@playwright/test';
import type { StandIn } from './stand-in/stand-in.ts';
import type { Visitor } from './visitor.ts';

/** Reaches a state. */
export type Reach = (visitor: Visitor, service: StandIn) => Promise<void>;

type States = Record<string, Reach>;

/** How many states one test walks. */
const IN_ONE_TEST = 5;

/** The states in groups, each with the names of its states for the name of the test. */
export function grouped(states: States): [names: string, group: States][] {
  const groups: [string, States][] = [];
  for (let rest = Object.entries(states); rest.length > 0; rest = rest.slice(IN_ONE_TEST)) {
    const group = rest.slice(0, IN_ONE_TEST);
    groups.push([group.map(([name]) => name).join(', '), Object.fromEntries(group)]);
  }
  return groups;
}

/**
 * Each state begins on an empty page of 320 x 640, in a browser that has kept nothing, and at a server without aliases.
 * @param look reaches the state, and checks it
 */
export async function walk(
  states: States,
  page: Page,
  anew: () => Promise<StandIn>,
  look: (
    reach: (visitor: Visitor) => Promise<void>,
    service: StandIn,
    name: string,
  ) => Promise<void>,
): Promise<void> {
  for (const [name, reach] of Object.entries(states)) {
    await test.step(name, async () => {
      const service = await anew();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.mouse.move(0, 0);
      await look((visitor) => reach(visitor, service), service, name);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.goto('about:blank');
    });
  }
}
