import type { DisabledBadge } from '../parts/badge.tsx';
import type { CurrentAlias } from './current-alias.tsx';
import type { LockedDesk } from './locked-desk.tsx';
import type { ResultView } from './result-view.tsx';
import type { TestMailDialog } from './test-mail-dialog.tsx';

/** What follows the form; loaded on demand. */
export type Views = {
  DisabledBadge: typeof DisabledBadge;
  CurrentAlias: typeof CurrentAlias;
  LockedDesk: typeof LockedDesk;
  ResultView: typeof ResultView;
  TestMailDialog: typeof TestMailDialog;
};
