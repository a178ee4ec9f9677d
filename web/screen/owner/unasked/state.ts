/** Aliases that someone created for the owner's address. */

/** An alias that someone has made for the owner's address. */
export type UnaskedAlias = { id: string; alias: string };

export type Unasked = {
  rows: readonly UnaskedAlias[];
  /** The answer under way. */
  busy: { id: string; keep: boolean } | undefined;
  /** The id whose answer has not reached the server. */
  failed: string | undefined;
  /** The alias that was deleted last. */
  gone: string | undefined;
};

export const NOTHING_UNASKED: Unasked = {
  rows: [],
  busy: undefined,
  failed: undefined,
  gone: undefined,
};

export type UnaskedEvent =
  /** `kept`: aliases of this browser were kept. */
  | { type: 'unaskedTold'; owner: string; rows: UnaskedAlias[]; kept: boolean }
  | { type: 'unaskedPressed'; id: string; keep: boolean }
  /** `done` is false: the server did not say. */
  | { type: 'unaskedEnded'; id: string; keep: boolean; done: boolean };

export type UnaskedCommand =
  | { do: 'readUnasked'; owner: string }
  | { do: 'answerUnasked'; id: string; keep: boolean };
