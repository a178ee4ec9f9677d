/**
 * A receiver's complaint about a mail (RFC 5965): whether a message is one, and the alias that the mail came through. All of it is
 * hostile: only its first octets are read, and of those a bounded number of fields and parts.
 */

import type { WireMessage } from '../message/message.ts';
import { type Entity, leafParts, readBeginning, readEntity } from './mime-parts.ts';

/** RFC 5965 section 2: the mail itself, or its header alone (RFC 6522 section 4). */
const REPORTED = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers']);

/** RFC 5965 section 2: a report of this type, with a part that says why (section 3.1). */
export function isComplaint(message: WireMessage): boolean {
  return partsOf(message).length > 0;
}

/**
 * The alias that a reported mail came through: one of its Delivered-To that stands there with its own loop mark, which nobody but
 * its readers can know.
 * @param field name of the field with the mark @param markOf the mark of an alias
 * @returns undefined where the message is no complaint, or none about a mail that came through here
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

/** @returns empty where the message is no complaint */
function partsOf(message: WireMessage): Entity[] {
  const whole = readBeginning(message);
  const kind = whole.parameter('report-type')?.toLowerCase();
  if (whole.type !== 'multipart/report' || kind !== 'feedback-report') return [];
  const parts = leafParts(whole);
  const isTold = parts.some(
    ({ type, body }) =>
      type === 'message/feedback-report' && /^feedback-type:/im.test(body.toString('latin1')),
  );
  return isTold ? parts : [];
}
