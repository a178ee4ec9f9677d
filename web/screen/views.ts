import type { Countdown } from './countdown.tsx';
import type { CurrentAlias } from './desk/current-alias.tsx';
import type { LockedDesk } from './desk/locked-desk.tsx';
import type { ResultView } from './desk/result-view.tsx';
import type { OnStamp } from './on-stamp.tsx';
import type { OwnerSlot } from './owner-slot.tsx';
import type { PointerOver } from './pointer-over.tsx';
import type { TestMailDialog } from './desk/test-mail-dialog.tsx';

/** The views after the form; loaded on demand. */
export type Views = {
  Countdown: typeof Countdown;
  PointerOver: typeof PointerOver;
  OnStamp: typeof OnStamp;
  CurrentAlias: typeof CurrentAlias;
  LockedDesk: typeof LockedDesk;
  ResultView: typeof ResultView;
  TestMailDialog: typeof TestMailDialog;
  /** Below everything else; absent without confirmed addresses. */
  Owner: OwnerSlot | undefined;
};
