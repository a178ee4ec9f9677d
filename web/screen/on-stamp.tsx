import { DisabledBadge } from '../parts/badge.tsx';
import { Postmark } from '../parts/postmark.tsx';
import type { Desk } from './machine/desk.ts';

/** In the locked form: the badge of an alias that is off, or the postmark that falls when its address is confirmed. */
export function OnStamp({ desk: { alias, forwarding, posted } }: { desk: Desk }) {
  if (!forwarding.wish) {
    // On the row of the name: this title is longer than that of the result.
    return <DisabledBadge className="stamped top-2.5 desk:top-3" />;
  }
  if (!posted || !alias.created_at) return null;
  return (
    <svg aria-hidden="true" viewBox="64 0 66 90" className="drawing stamp absolute inset-0">
      {/* Clear of this title, which is longer than that of the result. */}
      <g transform="translate(0 -14)">
        <Postmark time={alias.created_at} />
      </g>
    </svg>
  );
}
