import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import type { Elements } from './elements.ts';

/** Id of the drawing in the page: inside the component of its uses it would be sent twice. */
const STAMP = 'stamp';

/**
 * The postage stamp with the mark: decoration, which is never the only sign of a state.
 * @param children on top of it: a postmark
 */
export function Stamp({ children }: { children?: Elements }) {
  return (
    <svg aria-hidden="true" viewBox="64 0 66 90" className="drawing stamp">
      <use href={`#${STAMP}`} />
      {children}
    </svg>
  );
}

/** The stamp itself, drawn once in the page for all its uses. Only the build renders it. */
export function StampDrawing() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <g id={STAMP}>
          <path className="fill-stamp" d="M66 7h64v76H66z" />
          <path className="perforation" d="M66 7h64v76H66z" />
          <path className="fill-none stroke-stamp-ink" d="M73.500 14.500h49v61h-49z" />
          <path className="fill-stamp-ink" transform="translate(78.800 20) scale(1.200)" d={MARK} />
          <path className="engraved" d={ENGRAVED} />
          <path className="fill-stamp-ink" d={VALUE} />
        </g>
      </defs>
    </svg>
  );
}
