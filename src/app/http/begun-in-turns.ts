/**
 * A few requests begin in each turn of the event loop, in order. Mail shares the loop, and otherwise each step of a
 * message would wait for all requests that have come in.
 */

/** Eight refreshes of sessions take about 3 ms, and share one flush of the database. */
const PER_TURN = 8;

/** @returns a function that begins a request, now or in a later turn */
export function begunInTurns(): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = PER_TURN;
  const endTurn = () => {
    const due = waiting.splice(0, PER_TURN);
    left = PER_TURN - due.length;
    if (due.length > 0) setImmediate(endTurn);
    for (const begin of due) begin();
  };
  return (begin) => {
    if (left === 0) {
      waiting.push(begin);
      return;
    }
    if (left === PER_TURN) setImmediate(endTurn);
    left -= 1;
    begin();
  };
}
