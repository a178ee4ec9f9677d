/**
 * A remote server's report on a message that it had accepted: recognizes one, and reads the outcome. Hostile input:
 * only the first octets are read, and a bounded number of fields and parts.
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
/** Complaints (RFC 5965) and read receipts (RFC 8098) do not report a delivery. */
const OTHER_TYPES = new Set([
  'message/feedback-report',
  'message/disposition-notification',
  'message/global-disposition-notification',
]);

/** @returns undefined if the message is not a delivery report */
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
  // The type says report, but the part is not found: the boundary differs, or the part was left out.
  const fields = (status ?? message).body;
  return readDeliveryStatus(fields) ?? readTextBounce(message) ?? plainStatus('failed');
}

/**
 * The recipient that the remote server could not deliver to. Only for the owner who has written to that address.
 * @param report accepted by `readReport`
 * @returns undefined if it is missing, or does not have the form of an address
 */
export function recipientOf(report: WireMessage): string | undefined {
  const status = leafParts(readBeginning(report)).find(isStatus);
  return status && readFinalRecipient(status.body);
}

const isStatus = ({ type }: Entity) => STATUS_TYPES.has(type);
