/** The checks of a message's header block, made before its body is in. */

import { endOfMailboxLines, type Field, fieldBody, readFields } from '../message/header.ts';
import type { Reply } from '../smtp/reply.ts';
import { LOOP_FIELD } from '../copy/loop-marks.ts';
import { claimsOurResults } from '../copy/own-results.ts';
import * as replies from '../replies.ts';

/** Fields of one message; none that is sent in good faith comes near. */
const FIELDS = 1000;

/**
 * The fields that tell one mail from another, beside Received, which a server repeats when it sends a mail again: a new mail has
 * another Message-ID or Date. Mails of devices and scripts may have none of them, or always the same ones.
 */
const TELLING: readonly string[] = ['message-id', 'date'];

export type HeaderRules = {
  /** More Received fields than this are a loop: RFC 5321 section 6.3 speaks of 100 at least. */
  receivedFields: number;
  /** Our own name in Authentication-Results (RFC 8601 section 2.5). */
  authservId: string;
  /** The loop marks of this message's recipients. */
  loopMarks: readonly string[];
};

export type HeaderCheck = {
  /** Length of the header block, its empty line included. */
  octets: number;
  /** The refusal of the message for its header alone. */
  refusal: Reply | undefined;
  /** Fields and lines of a mailbox file that must not travel on, from the last to the first. */
  cuts: readonly { start: number; end: number }[];
  /** Whether a repetition of the message can be told from another mail with the same words. */
  recognizable: boolean;
  /** Whether a server has written Received on its way. */
  relayed: boolean;
};

export function checkHeader(header: Buffer, rules: HeaderRules): HeaderCheck {
  const start = endOfMailboxLines(header);
  const fields = readFields(header, FIELDS + 1, start);
  const cuts = fields.filter(
    (field) =>
      field.name === 'authentication-results' &&
      claimsOurResults(fieldBody(header, field), rules.authservId),
  );
  const has = (names: readonly string[]) =>
    fields.some((field) => names.includes(field.name) && fieldBody(header, field) !== '');
  const relayed = has(['received']);
  return {
    octets: header.length,
    refusal: refusalOf(header, fields, rules),
    // No signature covers a mailbox line, as it is no field; below fields of ours it would end the header for others.
    cuts: [...cuts.toReversed(), ...(start > 0 ? [{ start: 0, end: start }] : [])],
    recognizable: relayed || has(TELLING),
    relayed,
  };
}

function refusalOf(header: Buffer, fields: Field[], rules: HeaderRules): Reply | undefined {
  if (fields.length > FIELDS) return replies.TOO_MANY_FIELDS;
  const named = (name: string) => fields.filter((field) => field.name === name);
  if (named('received').length > rules.receivedFields) return replies.LOOP;
  // A message that began with a blank has folded its first line into our field.
  const marks = named(LOOP_FIELD.toLowerCase()).map((field) => fieldBody(header, field));
  if (marks.some((mark) => rules.loopMarks.includes(mark.replace(/\s.*/s, ''))))
    return replies.LOOP;
  // RFC 5322 section 3.6: exactly one From.
  return named('from').length === 1 ? undefined : replies.ONE_FROM;
}
