/**
 * The parts that no visitor needs before the field has an address: the calls, and the views after the form. It is a
 * separate script, so that the form is ready sooner; it is loaded when the field gets the focus.
 */

import { createCalls } from './calls.ts';
import { scriptLoader } from './load-script.ts';
import { openVisit } from './open-visit.ts';
import { DisabledBadge } from './parts/badge.tsx';
import { CurrentAlias } from './screen/current-alias.tsx';
import { LockedDesk } from './screen/locked-desk.tsx';
import { ownerSlot } from './screen/owner-slot.tsx';
import { ResultView } from './screen/result-view.tsx';
import { TestMailDialog } from './screen/test-mail-dialog.tsx';
import type { OnDemand } from './world.ts';

const VIEWS = { DisabledBadge, CurrentAlias, LockedDesk, ResultView, TestMailDialog };

export const open: OnDemand['open'] = (config, log, link) => {
  const visit = openVisit(config);
  const calls = createCalls(config, visit, log);
  const loadOwner = scriptLoader('owner', () => import('./owner.tsx'));
  const Owner =
    config.ownership === 'confirmed'
      ? ownerSlot({ ...visit, config, lookUp: calls.lookUp }, loadOwner, link)
      : undefined;
  return { calls, views: { ...VIEWS, Owner } };
};
