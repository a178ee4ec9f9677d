import type { ProvenSender } from '../senders/state.ts';

/** The messages rejected, delayed or delivered: `GET functions/v1/history`. Times in the form of shortTime. */
export type ShownHistory = {
  events: HistoryLine[];
  days: { day: string | number; delivered: number }[];
  last: ({ at: string | number; domain: string } & ProvenSender)[];
};

export type HistoryLine = ProvenSender & {
  at: string | number;
  kind: string;
  /** The sender's domain. */
  domain: string;
  reason: string;
  code: number | null;
};
