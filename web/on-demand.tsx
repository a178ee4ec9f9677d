/**
 * The parts that no visitor needs before the field has an address: the calls, and all that shows an alias. It is a
 * separate script, so that the form is ready sooner; it is loaded when the field gets the focus.
 */

import type { PageConfig } from '#rules/page.ts';
import { createCalls } from './calls.ts';
import { openVisit } from './open-visit.ts';
import { DisabledBadge } from './parts/badge.tsx';
import { CurrentAlias } from './screen/current-alias.tsx';
import { LockedDesk } from './screen/locked-desk.tsx';
import { deskStep } from './screen/machine/desk-step.ts';
import { ownerSlot } from './screen/owner-slot.tsx';
import { ResultView } from './screen/result-view.tsx';
import type { World } from './screen/runner.ts';
import { TestMailDialog } from './screen/test-mail-dialog.tsx';
import type { OnDemand } from './world.ts';

const VIEWS = { DisabledBadge, CurrentAlias, LockedDesk, ResultView, TestMailDialog };

/** @param link fragment of the opened link */
export function open(config: PageConfig, log: World['log'], link: string | undefined): OnDemand {
  const visit = openVisit(config);
  const calls = createCalls(config, visit, log);
  const Owner =
    config.ownership === 'confirmed'
      ? ownerSlot({ ...visit, config, lookUp: calls.lookUp }, () => import('./owner.tsx'), link)
      : undefined;
  return { calls, deskStep, views: { ...VIEWS, Owner } };
}
