/** A number of hours, or until a morning. */
export type PauseChoice = 1 | 8 | 'tomorrow';

/** The pause of the owner's alias. */
export type Pause = {
  /** The alias's. */
  id: string;
  /** ISO 8601; null: mail is forwarded; undefined: the server has no pauses. */
  until: string | null | undefined;
  /** The outcome of 'End the pause'. */
  ending: 'busy' | 'failed' | undefined;
};

export type PauseEvent =
  /** `until`: as in the state. */
  | { type: 'pauseTold'; id: string; until: string | null | undefined }
  | { type: 'pauseOver'; id: string; until: string | null }
  | { type: 'endPausePressed' }
  | { type: 'pauseNotEnded'; id: string };

export type PauseCommand = { do: 'readPause'; id: string } | { do: 'endPause'; id: string };
