/**
 * The fields of a delivery status (RFC 3464 section 2): the outcome, which cannot contain an address, and separately
 * the recipient.
 */

import { isRegisteredStatus } from '../smtp/reply.ts';

/** RFC 3464 section 2.3.3: each action, the status classes (RFC 3463) that fit it, and its generic status. */
const ACTIONS = {
  failed: { classes: '45', plain: '5.0.0' },
  delayed: { classes: '4', plain: '4.0.0' },
  delivered: { classes: '2', plain: '2.0.0' },
  relayed: { classes: '2', plain: '2.0.0' },
  expanded: { classes: '2', plain: '2.0.0' },
} as const;

type Action = keyof typeof ACTIONS;

/** The outcome for a message. The class of the status fits the action. */
export type DeliveryStatus = { action: Action; status: string };

/** Octets of a delivery status that are read: room for some hundred recipients. */
const READ_OCTETS = 65_536;

const ACTION = /^action:[ \t]*([a-z]+)/im;
/** RFC 3464 section 2.3.4; a comment may follow. */
const STATUS = /^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})(?![.\d])/im;

/**
 * RFC 3464 section 2.3.2. Only addresses of letters, digits and the usual signs between them are accepted. They need
 * no quoting in a field, and programs do not read a link or a sentence into them. Some servers write them in angle
 * brackets.
 */
const FINAL_RECIPIENT =
  /^final-recipient:(?:[ \t]|\r\n[ \t])*rfc822[ \t]*;(?:[ \t]|\r\n[ \t])*<?([\w.+='~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,187}[a-z\d])?)>?[ \t]*\r?$/im;

/** The status that adds nothing to the action. */
export const plainStatus = (action: Action): DeliveryStatus => ({
  action,
  status: ACTIONS[action].plain,
});

/**
 * The status of the first failed recipient, else of the first recipient; undefined if no field has one.
 * @param fields the body of a part of type message/delivery-status
 */
export function readDeliveryStatus(fields: Buffer): DeliveryStatus | undefined {
  const recipient = recipientFields(fields);
  if (recipient === undefined) return undefined;
  // A report without an action reports a failure.
  const { action = 'failed', status } = recipient;
  const ofClass = status?.charAt(0) ?? '';
  if (status === undefined || !ACTIONS[action].classes.includes(ofClass))
    return plainStatus(action);
  // A provider's private code would reveal the mailbox's provider.
  return { action, status: isRegisteredStatus(status) ? status : `${ofClass}.0.0` };
}

/**
 * The address of the same recipient. Only for the owner who has written to it, never for the sender of a message to
 * an alias: there it is the real address.
 * @returns undefined if it is missing, or does not have the form of an address
 */
export function readFinalRecipient(fields: Buffer): string | undefined {
  return FINAL_RECIPIENT.exec(recipientFields(fields)?.group ?? '')?.[1];
}

function recipientFields(fields: Buffer) {
  const text = fields.toString('latin1', 0, READ_OCTETS);
  // RFC 3464 section 2.1: a blank line ends the fields of the message, and those of each recipient.
  const recipients = text
    .split('\r\n\r\n')
    .map((group) => ({ group, action: actionIn(group), status: STATUS.exec(group)?.[1] }))
    .filter(({ action, status }) => action !== undefined || status !== undefined);
  return recipients.find(({ action }) => action === 'failed') ?? recipients[0];
}

function actionIn(group: string): Action | undefined {
  const word = ACTION.exec(group)?.[1]?.toLowerCase() ?? '';
  return isAction(word) ? word : undefined;
}

const isAction = (word: string): word is Action => Object.hasOwn(ACTIONS, word);
