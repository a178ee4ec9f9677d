/**
 * Limits on a reply's header, checked first, because each octet of a field is later decoded and searched in several
 * ways.
 */

import { HeaderBlock } from '../message/header-block.ts';
import { CONTENT_FIELDS } from './guard/content-fields.ts';

const CONTENT = CONTENT_FIELDS.map((name) => name.toLowerCase());
/** Fields of ids, of which only the ends are parsed. */
const THREAD = ['message-id', 'in-reply-to', 'references'];

/**
 * RFC 5322 section 3.6 and RFC 2045 section 3: a header has each of these at most once. To and Cc are each parsed as
 * one list.
 */
const SINGLE = [
  'subject',
  'date',
  ...THREAD,
  'mime-version',
  'auto-submitted',
  'importance',
  ...CONTENT,
];

/** The longest field that is kept whole or in part: genuine fields are far shorter. */
const FIELD_OCTETS = 16_384;
/** Of To, and of Cc, all fields of the name together. A longer list is not parsed: genuine lists are far shorter. */
const LIST_OCTETS = 32_768;

/**
 * The name of the first field, in lower case, that is too long or contradictory; empty for a header with too many
 * fields. Undefined if the header is within the limits.
 */
export function fieldBeyondLimits(block: HeaderBlock): string | undefined {
  if (!block.complete) return '';
  return (
    SINGLE.find((name) => isContradictory(block, name) || isLong(block, name)) ?? longList(block)
  );
}

/** To or Cc, if it is too long to be parsed. */
export function longList(block: HeaderBlock): 'to' | 'cc' | undefined {
  return (['to', 'cc'] as const).find(
    (name) => block.fields(name).reduce((sum, { raw }) => sum + raw.length, 0) > LIST_OCTETS,
  );
}

/** The header with each content field once. @param block within the limits: the others are copies */
export function withoutCopies(block: HeaderBlock): HeaderBlock {
  if (CONTENT.every((name) => block.fields(name).length < 2)) return block;
  const once = block.all.filter(
    (field) => !CONTENT.includes(field.name) || block.fields(field.name)[0] === field,
  );
  return new HeaderBlock(once);
}

/**
 * Programs that take the first field and those that take the last would read two messages; an identical copy does no
 * harm.
 */
function isContradictory(block: HeaderBlock, name: string): boolean {
  const [first, ...others] = block.fields(name);
  return others.some(({ relaxed }) => relaxed !== first?.relaxed);
}

const isLong = (block: HeaderBlock, name: string) =>
  !THREAD.includes(name) && block.fields(name).some(({ raw }) => raw.length > FIELD_OCTETS);
