import { CurrentAlias, LockedDesk, OnStamp } from './desk/locked.tsx';
import { ResultView } from './desk/result-view.tsx';
import { TestMailDialog } from './desk/test-mail-dialog.tsx';
import type { OwnerSlot } from './owner-slot.tsx';
import { Countdown, PointerOver } from './toast-parts.tsx';

/** The views after the form; loaded on demand. */
export const VIEWS = {
  Countdown,
  PointerOver,
  OnStamp,
  CurrentAlias,
  LockedDesk,
  ResultView,
  TestMailDialog,
};

export type Views = typeof VIEWS & {
  /** Below everything else; absent without confirmed addresses. */
  Owner: OwnerSlot | undefined;
};
