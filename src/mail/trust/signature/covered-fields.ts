/** Which fields our signatures cover, and whether a stranger's signature outlives what we do to a header. */

import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { selectFields } from './canonical-header.ts';

/** RFC 6376 section 5.4.1, without what changes on the way: Received, Return-Path and results. */
const COVERED: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
]);

/** Letters, digits and hyphens only: of any other name a stranger could make a tag of our signature. */
const CONTENT = /^content-[a-z0-9-]+$/;

/**
 * The names for h=, each as often as its field is there.
 * @param also names that are covered besides
 * @param oversigned names that are put once more: then nobody can add such a field (RFC 6376 section 8.15)
 */
export function coveredNames(
  block: HeaderBlock,
  { also = [], oversigned }: { also?: readonly string[]; oversigned: readonly string[] },
): string[] {
  const present = block.all
    .map(({ name }) => name)
    .filter((name) => COVERED.has(name) || CONTENT.test(name) || also.includes(name));
  return [...present, ...oversigned];
}

/** What is done to a header. */
export type HeaderChanges = {
  /** The names of fields that are put above the first, in lower case. */
  prepended: readonly string[];
  /** Fields of the block that are taken out or written anew. */
  cut: readonly HeaderField[];
};

/**
 * Whether a signature still verifies after the changes.
 * @param signature of a field of this block, one that verifies with the header as it is
 */
export function survives(
  { field, names }: { field: HeaderField; names: readonly string[] },
  block: HeaderBlock,
  { prepended, cut }: HeaderChanges,
): boolean {
  const covered = [field, ...selectFields(block, names, field)];
  if (covered.some((one) => cut.includes(one))) return false;
  // A name that is covered more often than it is there takes the next such field that comes.
  return prepended.every((name) => {
    const present = block.fields(name).filter((one) => one !== field).length;
    return names.filter((covers) => covers === name).length <= present;
  });
}
