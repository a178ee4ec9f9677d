/** Messages of some seconds, which would be gone before a test on a busy machine looks. */

import { COPIED_MS, TOAST_MS } from '#rules/plan.ts';

/** How long they are shown, in milliseconds; a toast that waits for the flap, 240 ms longer. */
export const SHORT_LIVES: readonly number[] = [COPIED_MS, TOAST_MS, TOAST_MS + 240];

/** Run in the page: a wait of these lengths never ends. A stopped clock takes its place (Visitor.stopClock). */
export function keepMessages(lives: readonly number[]): void {
  const { setTimeout: begin } = globalThis;
  Reflect.set(globalThis, 'setTimeout', (then: TimerHandler, ms?: number, ...given: unknown[]) =>
    ms !== undefined && lives.includes(ms) ? 0 : begin(then, ms, ...given),
  );
}
