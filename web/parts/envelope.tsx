import type { ReactNode } from 'react';
import { PAGE } from '#languages/en/form.ts';
import type { Elements } from './elements.ts';
import { Stamp } from './stamp.tsx';

type EnvelopeProps = {
  /** Open for the form; sealed for the result. */
  sealed: boolean;
  /** False: no animation of opening or closing. */
  flap?: boolean;
  /** Across the stamp. */
  postmark?: Elements;
  /** A label or a heading. */
  title: ReactNode;
  /** Lies over the stamp. */
  badge?: Elements;
  children: Elements;
};

/** One window envelope: the sender's name at the left, the stamp at the right, below them title, window and buttons. */
export function Envelope({ sealed, flap = true, postmark, title, badge, children }: EnvelopeProps) {
  return (
    <section className="paper envelope relative z-10 rounded-sm bg-paper px-5 pt-5 pb-6 desk:px-9 desk:pt-7 desk:pb-9 low:pt-4 low:pb-5">
      {flap && <Flap folding={sealed} />}
      <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <div className="named">
          <h1 translate="no">{PAGE.name}</h1>
          {/* In the place of the badge. */}
          {!sealed && !badge && <p suppressHydrationWarning>{PAGE.what}</p>}
        </div>
        {/* In the form nothing else shows that the alias found is off. */}
        <div aria-live={sealed ? undefined : 'polite'} className="relative desk:row-span-2">
          <Stamp>{postmark}</Stamp>
          {badge}
        </div>
        <div className="col-span-2 mt-3 desk:col-span-1 desk:mt-2 desk:self-end">{title}</div>
      </div>
      {children}
    </section>
  );
}

/** The printed words of the envelope. */
export const TITLE = 'block font-serif text-title font-bold tracking-[-0.01em] text-balance';

/** The flap of the open envelope, seen from inside: gummed paper around the printed lining. Outside it is plain. */
function Flap({ folding }: { folding: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 560 88"
      width="100%"
      preserveAspectRatio="none"
      className={`flap ${folding ? 'flap-folding' : ''}`}
    >
      <defs>
        <WavesPattern id="lining" />
      </defs>
      <path className="flap-paper" d={OUTLINE} />
      <g className="flap-inside">
        <path className="flap-lining" d={LINING} />
        <path fill="url(#lining)" d={LINING} />
        <path className="flap-fold" d="M20 87h520" />
      </g>
    </svg>
  );
}

const OUTLINE = 'M0 88 38 34Q47 21 62 19 280-11 498 19 513 21 522 34L560 88Z';
const LINING = 'M20 88 54 42Q60 34 71 32.5 280 5 489 32.5 500 34 506 42L540 88Z';

/** The security tint: the pattern inside window envelopes that makes their content unreadable from outside. */
export function WavesPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="14" height="7" patternUnits="userSpaceOnUse">
      <path className="waves" d="M-7 5.5 0 1.5l7 4 7-4 7 4" />
    </pattern>
  );
}
