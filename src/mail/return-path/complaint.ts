/**
 * A receiver's complaint about a message (RFC 5965): recognizes one, and finds the alias that received the message.
 * Hostile input: only the first octets are read, and a bounded number of fields and parts.
 */

import type { WireMessage } from '../message/message.ts';
import { type Entity, leafParts, readBeginning, readEntity } from './mime-parts.ts';

/** RFC 5965 section 2: the message itself, or only its header (RFC 6522 section 4). */
const REPORTED = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers']);

/** RFC 5965 section 2: a report of this type, with a part for the reason (section 3.1). */
export function isComplaint(message: WireMessage): boolean {
  return partsOf(message).length > 0;
}

/**
 * The alias that received a reported message: one of its Delivered-To fields, if the header also has that alias's
 * loop mark. Only readers of the message know the mark.
 * @param field name of the field with the mark
 * @param markOf the mark of an alias
 * @returns undefined if the message is not a complaint, or not about a message that passed through us
 */
export function markedAlias(
  message: WireMessage,
  field: string,
  markOf: (alias: string) => string,
): string | undefined {
  const reported = partsOf(message).find(({ type }) => REPORTED.has(type));
  if (reported === undefined) return undefined;
  // A line end ends the part's own header.
  const { fields } = readEntity(reported.body.subarray(2));
  const marks = new Set(fields(field.toLowerCase()));
  const aliases = fields('delivered-to').map((alias) => alias.toLowerCase());
  return aliases.find((alias) => marks.has(markOf(alias)));
}

/** @returns empty if the message is not a complaint */
function partsOf(message: WireMessage): Entity[] {
  const whole = readBeginning(message);
  const kind = whole.parameter('report-type')?.toLowerCase();
  if (whole.type !== 'multipart/report' || kind !== 'feedback-report') return [];
  const parts = leafParts(whole);
  const isComplaintReport = parts.some(
    ({ type, body }) =>
      type === 'message/feedback-report' && /^feedback-type:/im.test(body.toString('latin1')),
  );
  return isComplaintReport ? parts : [];
}
