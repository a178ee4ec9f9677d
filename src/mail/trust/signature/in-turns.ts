/**
 * Spreads tasks of a third of a millisecond: a few run in each turn of the event loop, in the order of the calls. So
 * no other session waits for more than a millisecond.
 */

/** Three RSA-2048 signatures take 0.8 ms. */
const PER_TURN = 3;

const waiting: (() => void)[] = [];

/** @returns what `work` returns; rejects with what it throws */
export function inTurns<Result>(work: () => Result): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  if (waiting.length === 0) setImmediate(takeTurn);
  waiting.push(() => {
    try {
      resolve(work());
    } catch (error) {
      reject(error);
    }
  });
  return promise;
}

function takeTurn(): void {
  for (const run of waiting.splice(0, PER_TURN)) run();
  if (waiting.length > 0) setImmediate(takeTurn);
}
