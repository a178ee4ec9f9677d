/** The spellings of an owner's address that a reply must not show. */

/** Who must not be seen. */
export type Owner = {
  /** The real address, as the store has it. */
  address: string;
  /** MAIL FROM of the reply; empty for the null reverse-path. */
  mailFrom: string;
  /** Many people have addresses at the domain of the address, so that the domain alone names nobody. */
  sharedProvider: boolean;
};

/** Patterns for text in its folded form (`text-folding.ts`). */
export type Needles = {
  /** Of the owner's addresses: searched for everywhere. */
  addresses: Pattern;
  /** Of the addresses, and of the owner's own domain: searched for where a program has written, and not a person. */
  names: Pattern;
};

export type Pattern = {
  /** Each of them has a text that must be there, or the expression matches nowhere. */
  needed: readonly (readonly string[])[];
  /** Global. */
  expression: RegExp;
};

export function needlesOf(_owner: Owner): Needles {
  throw new Error('comes with the next commit');
}
