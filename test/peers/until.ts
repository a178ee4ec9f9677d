import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;

/**
 * Polls for an event in other processes, which do not report it.
 * @param what for the message of the Error, if it has not happened in time
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  options: { seconds?: number; state?: () => string } = {},
): Promise<void> {
  const { seconds = 60, state } = options;
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) {
      throw new Error(`not within ${seconds} s: ${what}\n${state?.().slice(-4000) ?? ''}`);
    }
    await pause(LOOK_MS);
  }
}
