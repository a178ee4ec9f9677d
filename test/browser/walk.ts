/** States of the screen one after the other in one page: a page for each would cost more than most of them. */

import { type Page, test } from '@playwright/test';
import type { StandIn } from './stand-in/stand-in.ts';
import type { Visitor } from './visitor.ts';

type Step = (visitor: Visitor, service: StandIn) => Promise<void>;

/** Reaches a state from an empty page; `further` from the page of the state before it. */
export type Reach = Step & { further?: Step };

export type States = Record<string, Reach>;

/** States in their order, of which some continue on the page of the one before. */
export function inOrder(steps: Record<string, Step | { further: Step }>): States {
  let before: Step | undefined;
  const states: States = {};
  for (const [name, step] of Object.entries(steps)) {
    const earlier = before;
    const reach: Reach = async (visitor, service) => {
      if (typeof step === 'function') return step(visitor, service);
      await earlier?.(visitor, service);
      await step.further(visitor, service);
    };
    if (typeof step === 'object') reach.further = step.further;
    states[name] = reach;
    before = reach;
  }
  return states;
}

/** How many states one test walks at least. */
const IN_ONE_TEST = 5;

/** The states in groups, each with the names of its states for the name of the test. */
export function grouped(states: States): [names: string, group: States][] {
  const groups: [string, Reach][][] = [];
  for (const [name, reach] of Object.entries(states)) {
    const last = groups.at(-1);
    if (last && (last.length < IN_ONE_TEST || reach.further)) last.push([name, reach]);
    else groups.push([[name, reach]]);
  }
  return groups.map((group) => [group.map(([name]) => name).join(', '), Object.fromEntries(group)]);
}

/**
 * Each state that does not continue another begins on an empty page, in a browser that has kept nothing, and at a server
 * without aliases. Each is reached at 320 x 640.
 * @param look reaches the state, and checks it
 */
export async function walk(
  states: States,
  page: Page,
  anew: () => Promise<StandIn>,
  look: (reach: (visitor: Visitor) => Promise<void>, service: StandIn) => Promise<void>,
): Promise<void> {
  let service: StandIn | undefined;
  for (const [name, reach] of Object.entries(states)) {
    await test.step(name, async () => {
      const present = (service = reach.further && service ? service : await anew());
      await page.setViewportSize({ width: 320, height: 640 });
      await page.mouse.move(0, 0);
      if (!reach.further) await forget(page);
      await look((visitor) => (reach.further ?? reach)(visitor, present), present);
    });
  }
}

async function forget(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
}
