/** When V8 looks through its whole heap for what is not needed any more. */

import { setFlagsFromString } from 'node:v8';

/**
 * Once the heap has grown by this part of what it may grow by since the last such look, in percent: begins to look, beside
 * the work, and, further on, in haste.
 */
export const FLAGS = [
  '--incremental-marking-soft-trigger=50',
  '--incremental-marking-hard-trigger=80',
] as const;

/**
 * Left alone V8 begins as soon as all of the young part of the heap, were it to survive, would not fit into what is left.
 * With a small heap and many short mails that is always: look follows look, at a tenth of the engine's CPU.
 */
export function delayFullCollections(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
