import { WavesPattern } from './waves.tsx';

/** The flap of the open envelope, seen from inside: gummed paper around the printed lining. Outside it is plain. */
export function Flap({ folding }: { folding: boolean }) {
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
