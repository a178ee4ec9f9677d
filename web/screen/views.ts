import type { CurrentAlias } from './current-alias.tsx';
import type { ResultView } from './result-view.tsx';
import type { TestMailDialog } from './test-mail-dialog.tsx';

/** What follows the form; loaded on demand. */
export type Views = {
  CurrentAlias: typeof CurrentAlias;
  ResultView: typeof ResultView;
  TestMailDialog: typeof TestMailDialog;
};
