/** Work on any number of octets, in steps between turns of the event loop. */

/** Yields the octets processed since the last time. */
export type SearchSteps<Result> = Generator<number, Result, undefined>;

/** Octets between two turns; at most as many are processed at once. */
export const STEP_OCTETS = 65_536;

/** The cost of a header field in octets of text: even a short one is decoded and searched in several ways. */
export const FIELD_WORK = 4096;

/** @param turn yields to the event loop */
export async function inTurns<Result>(
  steps: SearchSteps<Result>,
  turn: () => Promise<void>,
): Promise<Result> {
  let done = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    done += step.value;
    if (done < STEP_OCTETS) continue;
    done = 0;
    await turn();
  }
}
