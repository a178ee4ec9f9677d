/** An alias on the screen, and all that belongs to it: the switch, copying, and the dialog 'Send Test Mail'. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { Receipt } from '../../client/send-test-mail.ts';

export type Desk = {
  alias: AliasRow;
  /** Its owner may have several. */
  more?: true;
  /** Its address was confirmed a moment ago. */
  posted?: true;
  forwarding: Forwarding;
  /** The outcome of the last copying; `copied` for a while only. */
  copying: 'idle' | 'copied' | 'blocked';
  testMail: TestMailDialog;
};

export type Forwarding = {
  /** The position of the switch. */
  wish: boolean;
  /** The value known to be stored. */
  stored: boolean;
  /** The choice that is being saved. */
  saving?: boolean;
};

export const forwardingOf = (active: boolean): Forwarding => ({ wish: active, stored: active });

export type TestMailDialog = {
  open: boolean;
  subject: string;
  message: string;
  sending: boolean;
  /** Why the last test mail failed; shown inside the dialog. */
  failure: string | undefined;
  /** Of the last delivered test mail to this alias; a simulated one has none. */
  receipt: Receipt | undefined;
};

export const NO_TEST_MAIL: TestMailDialog = {
  open: false,
  subject: '',
  message: '',
  sending: false,
  failure: undefined,
  receipt: undefined,
};

export const newDesk = (alias: AliasRow): Desk => ({
  alias,
  forwarding: forwardingOf(alias.active),
  copying: 'idle',
  testMail: NO_TEST_MAIL,
});
