import type { ReactNode } from 'react';
import { ENGRAVED, MARK } from '#rules/drawing.ts';

/**
 * The postage stamp with the mark: decoration, no state is told by it alone.
 * @param children what lies over it: a postmark
 */
export function Stamp({ children }: { children?: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="64 0 66 90" className="drawing stamp">
      <path className="fill-stamp" d="M66 7h64v76H66z" />
      <path className="perforation" d="M66 7h64v76H66z" />
      <path className="fill-none stroke-stamp-ink" d="M73.500 14.500h49v61h-49z" />
      <path className="fill-stamp-ink" transform="translate(78.800 20) scale(1.200)" d={MARK} />
      <path className="engraved" d={ENGRAVED} />
      <text
        x="118.500"
        y="71.800"
        fontSize="15"
        textAnchor="end"
        className="fill-stamp-ink font-serif font-bold"
      >
        1
      </text>
      {children}
    </svg>
  );
}
