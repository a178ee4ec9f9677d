/**
 * Replies to the owner's server for a rejected or deferred reply. A sender without proof always gets the same text; a
 * proven owner gets the exact reason. No text contains an address.
 */

import { type Reply, reply } from '../smtp/reply.ts';

import type { LeakGuardResult } from './guard/guard.ts';
import type { ReplyHeader } from './header.ts';

/** For metrics: the reason codes in brackets, and those of failures that are not decisions about the reply. */
export type ReplyReason =
  | 'alias-off'
  | 'no-reply'
  | 'reply-address-expired'
  | 'reply-address-unknown'
  | 'reply-dns'
  | 'reply-header'
  | 'reply-limit'
  | 'reply-mime'
  | 'reply-others'
  | 'reply-refused'
  | 'reply-report'
  | 'reply-shows-address'
  | 'reply-signed'
  | 'reply-store'
  | 'reply-unwanted';

/** One decision against a reply. */
export type ReplyRefusal = { reason: ReplyReason; reply: Reply };

const refusal = (
  reason: ReplyReason,
  code: number,
  enhanced: string,
  text: string,
): ReplyRefusal => ({ reason, reply: reply(code, enhanced, `${text} [${reason}]`) });

/** For RCPT TO of the placeholder address: the correspondent's own address was too long for a reply address. */
export const NO_REPLY = refusal(
  'no-reply',
  550,
  '5.1.1',
  'Replies to this correspondent are not possible through the alias',
);
/** The same for every finding of the gate, so that a guesser learns nothing. */
export const REFUSED = refusal(
  'reply-refused',
  550,
  '5.7.1',
  'Reply not authenticated: DKIM or SPF must pass for the owner of the alias, with one From address, and a matching envelope sender or a DKIM signature that covers To',
);
/** A look-up failed that could prove the owner. */
export const NO_ANSWER = refusal(
  'reply-dns',
  451,
  '4.7.5',
  'Temporary DNS failure for the From domain; try again later',
);
export const STORE_SILENT = refusal(
  'reply-store',
  451,
  '4.3.0',
  'Temporary lookup failure; try again later',
);
export const UNKNOWN = refusal(
  'reply-address-unknown',
  550,
  '5.1.1',
  'This reply address does not belong to any of your aliases',
);
export const EXPIRED = refusal(
  'reply-address-expired',
  550,
  '5.1.6',
  'This reply address has expired; the next message from the correspondent contains a new one',
);
export const ALIAS_OFF = refusal('alias-off', 550, '5.7.1', 'The alias is switched off');
export const TOO_MANY = refusal(
  'reply-limit',
  451,
  '4.7.1',
  'Too many replies from this alias; try again later',
);
/** The spam filter's rejection, if it checks replies. */
export const UNWANTED = refusal('reply-unwanted', 550, '5.7.1', 'This reply looks unwanted');
export const UNWANTED_NOW = refusal('reply-unwanted', 451, '4.7.1', 'Try again later');
const OTHERS = refusal(
  'reply-others',
  550,
  '5.7.1',
  'To and Cc of a reply may contain only reply addresses of one alias: anyone else receives the message from your real address',
);
const REPORT = refusal(
  'reply-report',
  550,
  '5.7.1',
  'A report would reveal your real address to the correspondent',
);
const SIGNED = refusal(
  'reply-signed',
  550,
  '5.7.1',
  'A signed or encrypted message, a contact card or an attached message would reveal your identity',
);

/** A location is a field's name, or the number and type of a part, and never text of the message. */
export function ofHeader({ reason, field }: Extract<ReplyHeader, { kind: 'refused' }>) {
  switch (reason) {
    case 'reply-others':
      return OTHERS;
    case 'reply-report':
      return REPORT;
    case 'reply-shows-address':
      return showsAddress(`the header field ${field}`);
    case 'reply-mime':
      return unreadable(`the header field ${field}`);
    case 'reply-header':
      return beyondLimits(field);
  }
}

/** @param field as `fieldBeyondLimits` gives it */
export const beyondLimits = (field: string) =>
  refusal(
    'reply-header',
    550,
    '5.6.0',
    field === '' ? 'Header too large' : `Header field ${field} is too long or duplicated`,
  );

/** As `ofHeader`, for a finding of the leak guard. */
export function ofGuard({ reason, part, type }: Extract<LeakGuardResult, { kind: 'refused' }>) {
  const where = part === 0 ? `the message (${type})` : `part ${part} (${type})`;
  switch (reason) {
    case 'reply-signed':
      return SIGNED;
    case 'reply-report':
      return REPORT;
    case 'reply-shows-address':
      return showsAddress(where);
    case 'reply-mime':
      return unreadable(where);
  }
}

const showsAddress = (where: string) =>
  refusal('reply-shows-address', 550, '5.7.1', `Your real address appears in ${where}`);

const unreadable = (where: string) =>
  refusal(
    'reply-mime',
    550,
    '5.6.0',
    `Cannot decode ${where}, so it cannot be checked for your real address`,
  );
