/** Changes to a header by field: new fields on top, and replacements. */

import type { Edit } from '../message/edits.ts';
import { HeaderBlock, type HeaderField, linesOf } from '../message/header-block.ts';

export type HeaderChanges = {
  /** Prepended to all others, in this order. */
  added: readonly HeaderField[];
  /** Fields of the original header; empty: the field is removed. */
  replaced: ReadonlyMap<HeaderField, readonly HeaderField[]>;
};

export const NO_CHANGES: HeaderChanges = { added: [], replaced: new Map() };

/** @param fields are removed and not replaced */
export function without(fields: readonly HeaderField[]): HeaderChanges {
  return { added: [], replaced: new Map(fields.map((field) => [field, []])) };
}

/** Several changes of one header: if two change the same field, the later one wins. */
export function together(...changes: readonly HeaderChanges[]): HeaderChanges {
  return {
    added: changes.flatMap(({ added }) => added),
    replaced: new Map(changes.flatMap(({ replaced }) => [...replaced])),
  };
}

/** The header as it is sent. */
export function changed(block: HeaderBlock, { added, replaced }: HeaderChanges): HeaderBlock {
  const kept = block.all.flatMap((field) => replaced.get(field) ?? [field]);
  return new HeaderBlock([...added, ...kept], block.complete);
}

/**
 * The same changes as byte edits of the message, for `edited`. Added fields are not included: they are prepended with
 * our own lines.
 */
export function editsFor({ replaced }: HeaderChanges): Edit[] {
  return [...replaced].map(([{ start, end }, fields]) => ({ start, end, lines: linesOf(fields) }));
}
