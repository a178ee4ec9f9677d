/** The screen turns away from an alias: another address is typed, or the visitor goes back. */

import { forwardingOf } from './forwarding.ts';
import { type Next, next } from './next.ts';
import type { State } from './state.ts';
import { NO_TEST_MAIL } from './test-mail.ts';

/** Keeps only the time of the last test mail. A waiting wish is still saved. */
export function leftAlias(state: State): Next {
  const { alias, forwarding, testMail } = state;
  const left: State = {
    ...state,
    alias: undefined,
    forwarding: forwardingOf(true),
    copying: 'idle',
    testMail: { ...NO_TEST_MAIL, freeAt: testMail.freeAt },
  };
  const { wish, saving } = forwarding;
  if (!alias || saving === undefined || saving === wish) return next(left);
  return next(left, { do: 'save', alias, active: wish });
}
