/** The checks of a message's header block, made before the body arrives. */

import { domainToUnicode } from 'node:url';
import { endOfMailboxLines, type Field, fieldBody, readFields } from '../message/header.ts';
import type { Reply } from '../smtp/reply.ts';
import { LOOP_FIELD } from '../copy/loop-marks.ts';
import { withoutComments } from '../message/folding.ts';
import { decodeWords } from '../reply/guard/decoding/encoded-words.ts';
import * as replies from '../replies.ts';

/** Most fields of one message; genuine messages have far fewer. */
const FIELDS = 1000;

/**
 * Fields that distinguish messages, together with Received, which a server repeats when it retries. A new message has
 * another Message-ID or Date. Messages from devices and scripts may lack them, or always have the same ones.
 */
const TELLING: readonly string[] = ['message-id', 'date'];

export type HeaderRules = {
  /** More Received fields than this mean a loop: RFC 5321 section 6.3 requires a limit of at least 100. */
  receivedFields: number;
  /** Our own name in Authentication-Results (RFC 8601 section 2.5). */
  authservId: string;
  /** The loop marks of this message's recipients. */
  loopMarks: readonly string[];
};

/** The message is refused because of its header, or may come in. */
export type HeaderCheck = { kind: 'refused'; reply: Reply } | AcceptedHeader;

export type AcceptedHeader = {
  kind: 'accepted';
  /** Length of the header block, including its empty line. */
  octets: number;
  /** Fields and mailbox-file lines that must not be forwarded, from the last to the first. */
  cuts: readonly { start: number; end: number }[];
  /** Whether a repetition of the message can be distinguished from another message with the same text. */
  recognizable: boolean;
  /** Whether a server has added Received on the way. */
  relayed: boolean;
};

export function checkHeader(header: Buffer, rules: HeaderRules): HeaderCheck {
  const start = endOfMailboxLines(header);
  const fields = readFields(header, FIELDS + 1, start);
  const reply = refusalOf(header, fields, rules);
  if (reply !== undefined) return { kind: 'refused', reply };
  const readable = { octets: ODD_OCTETS };
  const cuts = fields.filter(
    (field) =>
      field.name === 'authentication-results' &&
      claimsOurResults(fieldBody(header, field), rules.authservId, readable),
  );
  const has = (names: readonly string[]) =>
    fields.some((field) => names.includes(field.name) && fieldBody(header, field) !== '');
  const relayed = has(['received']);
  return {
    kind: 'accepted',
    octets: header.length,
    // A mailbox-file line is not a field, so no signature covers it. Below our fields it would end the header for
    // other programs.
    cuts: [...cuts.toReversed(), ...(start > 0 ? [{ start: 0, end: start }] : [])],
    recognizable: relayed || has(TELLING),
    relayed,
  };
}

function refusalOf(header: Buffer, fields: Field[], rules: HeaderRules): Reply | undefined {
  if (fields.length > FIELDS) return replies.TOO_MANY_FIELDS;
  const named = (name: string) => fields.filter((field) => field.name === name);
  if (named('received').length > rules.receivedFields) return replies.LOOP;
  // If the message began with a blank, its first line was folded into our field.
  const marks = named(LOOP_FIELD.toLowerCase()).map((field) => fieldBody(header, field));
  if (marks.some((mark) => rules.loopMarks.includes(mark.replace(/\s.*/s, ''))))
    return replies.LOOP;
  // RFC 5322 section 3.6: exactly one From.
  return named('from').length === 1 ? undefined : replies.ONE_FROM;
}

/** The common form: a name and a semicolon. */
const USUAL = /^ ?([\w-]+(?:\.[\w-]+)*);/;
/**
 * Octets of all results in other forms that are read: for a run of combining marks, `normalize` takes time quadratic in
 * its length. Genuine ones have some hundred.
 */
const ODD_OCTETS = 16_384;
/** Names are never longer. */
const NAME_OCTETS = 300;

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Whether any program may read our name before the results: RFC 8601 section 5 requires their removal. Covers the token and quoted string of RFC 8601 section
 * 2.2. Also covers encoded words, stray signs before the name, invisible characters, a final dot, and an unclosed
 * comment.
 * @param body of Authentication-Results, unfolded, one character for each octet
 * @param authservId our name
 * @param readable the octets of odd fields that may still be read; a program may find our name in those that are not
 */
function claimsOurResults(body: string, authservId: string, readable: { octets: number }): boolean {
  const own = authservId.toLowerCase();
  const usual = USUAL.exec(body)?.[1];
  if (usual !== undefined) return usual.toLowerCase() === own;
  readable.octets -= body.length;
  if (readable.octets < 0) return true;
  const plain = withoutComments(body);
  const text = decodeWords(/\S/.test(plain) ? plain : body).text.normalize('NFKC');
  const shown = text.replaceAll(UNSEEN, '').replaceAll(/["\\]/g, '').toLowerCase();
  const [head = ''] = shown.replace(/^[^\p{L}\p{N}]+/u, '').split(/[;=]/, 1);
  const names = [...head.split(/[^\p{L}\p{M}\p{N}._-]+/u), head.replaceAll(/\s/g, '')]
    .filter((name) => name.length <= NAME_OCTETS)
    .map((name) => name.replaceAll(/^\.+|\.+$/g, ''));
  return names.includes(own) || names.includes(domainToUnicode(own));
}
