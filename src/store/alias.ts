/** A stored alias and its state. */

import type { AliasState } from '#rules/ownership.ts';

/** A row of the table `aliases`: exactly the columns of the product specification, section 3. */
export type Alias = {
  /** Random UUID: it is the capability to switch the alias, so it must not be guessable. */
  id: string;
  /** In its canonical spelling, see src/domains/real-address.ts. */
  real_email: string;
  /** In its canonical spelling, see rules/alias.ts. */
  alias_email: string;
  active: boolean;
  /** ISO 8601 with milliseconds or finer, UTC. */
  created_at: string;
};

export type NewAlias = Pick<Alias, 'real_email' | 'alias_email'>;

/** An alias and its state: two objects, so that the JSON of a row can never widen. */
export type OwnedAlias = { alias: Alias; state: AliasState };

/** The facts about the owner that are known at the alias's creation. */
export type Birth = Pick<AliasState, 'confirmedAt' | 'ticket'>;
