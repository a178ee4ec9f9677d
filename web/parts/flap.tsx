import { WavesPattern } from './waves.tsx';

/** The flap of the open envelope, seen from inside: gummed paper around the printed lining. */
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
      <path className="flap-lining" d={LINING} />
      <path fill="url(#lining)" d={LINING} />
      <path className="flap-fold" d="M20 87h520" />
    </svg>
  );
}

const OUTLINE = 'M0 88 46 19Q56 4 76 3.4 280-3 484 3.4 504 4 514 19L560 88Z';
const LINING = 'M20 88 60 28Q67 17.500 82 17 280 11 478 17 493 17.500 500 28L540 88Z';
