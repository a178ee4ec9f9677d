/**
 * The parts that no visitor needs before the field has an address: the calls, and all that shows an alias. It is a
 * separate script, so that the form is ready sooner; it is loaded when the field gets the focus.
 */

import type { PageConfig } from '#rules/page.ts';
import { createCalls } from './calls.ts';
import { shortTime } from './client/short-time.ts';
import { openVisit } from './open-visit.ts';
import { deskStep } from './screen/machine/desk-step.ts';
import { ownerSlot } from './screen/owner-slot.tsx';
import type { OnDemand } from './screen/runner.ts';
import { runCommand } from './screen/run-command.ts';
import { addStyles } from './script.ts';
import { VIEWS } from './screen/views.ts';
import css from './style/on-demand.css?inline';

/** @param link fragment of the opened link */
export function open(config: PageConfig, link: string | undefined): OnDemand {
  addStyles(css);
  const visit = openVisit(config);
  const calls = createCalls(config, visit);
  const Owner =
    config.ownership === 'confirmed'
      ? ownerSlot(
          { ...visit, config, lookUp: calls.lookUp, shortTime },
          () => import('./owner.tsx'),
          link,
        )
      : undefined;
  return { calls, run: runCommand(calls, copy), deskStep, views: { ...VIEWS, Owner } };
}

/** A page over plain http from another machine has no clipboard. */
const copy = (text: string): Promise<void> =>
  navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
