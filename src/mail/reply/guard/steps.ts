/** Work on any number of octets, in steps between which the event loop has its turn. */

/** Yields the octets done since the last time. */
export type SearchSteps<Result> = Generator<number, Result, undefined>;

/** Octets between two turns; at most as many are dealt with at once. */
export const STEP_OCTETS = 65_536;

/** A field of a header, however short, is decoded and searched in several ways: that takes as long as so many octets of a text. */
export const FIELD_WORK = 4096;

/** @param turn resolves when the event loop has had its turn */
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
