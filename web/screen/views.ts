import type { CurrentAlias, LockedDesk, OnStamp } from './desk/locked.tsx';
import type { ResultView } from './desk/result-view.tsx';
import type { TestMailDialog } from './desk/test-mail-dialog.tsx';
import type { OwnerSlot } from './owner-slot.tsx';
import type { Countdown, PointerOver } from './toast-parts.tsx';

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
