/** The filter's answer: one of Rspamd's actions, or undefined. Treated as hostile input. */

/**
 * https://docs.rspamd.com/configuration/metrics, from the mildest to the hardest; `discard` and `quarantine` come
 * from plugins.
 */
export const ACTIONS = [
  'no action',
  'greylist',
  'add header',
  'rewrite subject',
  'soft reject',
  'reject',
  'discard',
  'quarantine',
] as const;

export type FilterAction = (typeof ACTIONS)[number];

/** @returns undefined if it is not JSON, or names no action that we know */
export function readAction(answer: Buffer): FilterAction | undefined {
  let read: unknown;
  try {
    read = JSON.parse(answer.toString());
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || !('action' in read)) return undefined;
  return ACTIONS.find((action) => action === read.action);
}
