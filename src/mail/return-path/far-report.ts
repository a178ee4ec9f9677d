/**
 * The far side's report on a mail that it had taken: whether a message is one, and the outcome in it. All of it is
 * hostile: only its first octets are read, and of those a bounded number of fields and parts.
 */

import type { WireMessage } from '../message/message.ts';
import {
  type DeliveryStatus,
  plainStatus,
  readDeliveryStatus,
  readFinalRecipient,
} from './delivery-status.ts';
import { type Entity, leafParts, readBeginning } from './mime-parts.ts';
import { readTextBounce } from './text-bounce.ts';

/** RFC 3464 section 2, and RFC 6533 section 4. */
const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
/** Complaints (RFC 5965) and read receipts (RFC 8098) say nothing of a delivery. */
const OTHER_TYPES = new Set([
  'message/feedback-report',
  'message/disposition-notification',
  'message/global-disposition-notification',
]);

/** @returns undefined where the message is no report on a delivery */
export function readReport(report: WireMessage): DeliveryStatus | undefined {
  const message = readBeginning(report);
  const isReport = message.type === 'multipart/report';
  // RFC 6522 section 3.
  const kind = isReport ? message.parameter('report-type')?.toLowerCase() : undefined;
  if (kind !== undefined && kind !== 'delivery-status') return undefined;
  const parts = leafParts(message);
  if (parts.some(({ type }) => OTHER_TYPES.has(type))) return undefined;
  const status = parts.find(isStatus);
  if (status === undefined && kind === undefined) return readTextBounce(message);
  // A report by its own type, without its part: the boundary is another, or the part was left out.
  const fields = (status ?? message).body;
  return readDeliveryStatus(fields) ?? readTextBounce(message) ?? plainStatus('failed');
}

/**
 * The recipient to whom the far side could not deliver, only for the owner who has written to that address.
 * @param report that `readReport` has taken for one
 * @returns undefined where none is told, or not in the form of an address
 */
export function recipientOf(report: WireMessage): string | undefined {
  const status = leafParts(readBeginning(report)).find(isStatus);
  return status && readFinalRecipient(status.body);
}

const isStatus = ({ type }: Entity) => STATUS_TYPES.has(type);
