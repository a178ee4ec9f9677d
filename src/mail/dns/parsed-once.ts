/**
 * Parses each answer once, and keeps the result until the cache drops the answer.
 * @param parse pure, since all messages with this answer share its result
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
