/** The fields that our signatures cover, and the effect of our changes to a header on a stranger's signature. */

import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { selectFields } from './canonical-header.ts';

/** RFC 6376 section 5.4.1, without the fields that change in transit: Received, Return-Path and results. */
const COVERED: ReadonlySet<string> = new Set(
  [
    'from sender reply-to to cc subject date message-id in-reply-to references mime-version',
    'list-id list-unsubscribe list-unsubscribe-post',
  ].flatMap((names) => names.split(' ')),
);

/** Letters, digits and hyphens only: any other name could let a stranger add a tag to our signature. */
const CONTENT = /^content-[a-z0-9-]+$/;

/**
 * The names for h=, each as often as its field is present.
 * @param also further names to cover
 * @param oversigned names to add once more, so that no one can add such a field later (RFC 6376 section 8.15)
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

/** The changes to a header. */
export type FieldChanges = {
  /** The names of fields that are added above the first, in lower case. */
  prepended: readonly string[];
  /** Fields of the block that are removed or rewritten. */
  cut: readonly HeaderField[];
};

/**
 * Whether a signature still verifies after the changes.
 * @param signature of a field in this block, valid for the unchanged header
 */
export function survives(
  { field, names }: { field: HeaderField; names: readonly string[] },
  block: HeaderBlock,
  { prepended, cut }: FieldChanges,
): boolean {
  const covered = [field, ...selectFields(block, names, field)];
  if (covered.some((one) => cut.includes(one))) return false;
  // A name in h= beyond the fields present covers the next such field that is added.
  return prepended.every((name) => {
    const present = block.fields(name).filter((one) => one !== field).length;
    return names.filter((covers) => covers === name).length <= present;
  });
}
