/** Changes to a header by its fields: those that go in front, and those that replace others. */

import type { Edit } from '../message/edits.ts';
import { HeaderBlock, type HeaderField, linesOf } from '../message/header-block.ts';

export type HeaderChanges = {
  /** Go in front of all others, from the top. */
  added: readonly HeaderField[];
  /** Fields of the header as it came; empty: the field goes. */
  replaced: ReadonlyMap<HeaderField, readonly HeaderField[]>;
};

export const NO_CHANGES: HeaderChanges = { added: [], replaced: new Map() };

/** @param fields are removed and not replaced */
export function without(fields: readonly HeaderField[]): HeaderChanges {
  return { added: [], replaced: new Map(fields.map((field) => [field, []])) };
}

/** Several changes of one header: where two change the same field, the later one holds. */
export function together(...changes: readonly HeaderChanges[]): HeaderChanges {
  return {
    added: changes.flatMap(({ added }) => added),
    replaced: new Map(changes.flatMap(({ replaced }) => [...replaced])),
  };
}

/** The header as it goes out. */
export function changed(block: HeaderBlock, { added, replaced }: HeaderChanges): HeaderBlock {
  const kept = block.all.flatMap((field) => replaced.get(field) ?? [field]);
  return new HeaderBlock([...added, ...kept], block.complete);
}

/**
 * The same in the octets of the message, for `edited`; the added fields stand with our own lines and are not among
 * them.
 */
export function editsFor({ replaced }: HeaderChanges): Edit[] {
  const edits = [...replaced].map(([{ start, end }, fields]) => ({
    start,
    end,
    lines: linesOf(fields),
  }));
  return edits.toSorted((a, b) => a.start - b.start);
}
