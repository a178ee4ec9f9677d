import type { ComponentType } from 'react';
import type { Runner } from '../../../runner.ts';
import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnersCall } from '../call.ts';
import type { AliasesEvent, ListedAlias, ListState } from './state.ts';

/** The parts of the rest that 'Your aliases' needs. */
export type AliasesListParts = Pick<OwnerParts, 'auth' | 'config'> & {
  runner: Runner<ListState, AliasesEvent>;
  call: OwnersCall;
  /** Whether the session has ended elsewhere, or is another owner's; the page then says so. */
  hasEnded: () => boolean;
};

export type AliasesListProps = {
  /** Those that count, and the number that the owner may have. */
  aliases: readonly ListedAlias[];
  most: number;
  /** Flips the switch on the page. */
  flip: () => void;
};

export type AliasesListView = ComponentType<AliasesListProps>;

/** The script of the list, which is loaded when it is unfolded (web/aliases.tsx). */
export type AliasesScript = { createAliasesList: (parts: AliasesListParts) => AliasesListView };
