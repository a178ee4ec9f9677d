/**
 * What is parsed out of an answer hangs on it: each answer is parsed once, and the result goes when the cache drops the answer.
 * @param parse pure, since its result is shared by all messages that get this answer
 */
export function parsedOnce<Found extends object, Parsed>(
  parse: (answer: Found) => Parsed,
): (answer: Found) => Parsed {
  const known = new WeakMap<Found, { parsed: Parsed }>();
  return (answer) => {
    const before = known.get(answer);
    if (before) return before.parsed;
    const parsed = parse(answer);
    known.set(answer, { parsed });
    return parsed;
  };
}
