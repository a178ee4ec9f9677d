/** The security tint: the pattern inside window envelopes that makes their content unreadable from outside. */
export function WavesPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="14" height="7" patternUnits="userSpaceOnUse">
      <path className="waves" d="M-7 5.5 0 1.5l7 4 7-4 7 4" />
    </pattern>
  );
}
