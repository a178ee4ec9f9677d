/**
 * What no visitor needs before he has an address in the field: the calls, and the views that follow the form. It is a
 * script of its own, so that the form is ready sooner; it comes when the field is entered.
 */

export { createCalls } from './calls.ts';
export { DisabledBadge } from './parts/badge.tsx';
export { CurrentAlias } from './screen/current-alias.tsx';
export { LockedDesk } from './screen/locked-desk.tsx';
export { ResultView } from './screen/result-view.tsx';
export { TestMailDialog } from './screen/test-mail-dialog.tsx';
