import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import { STAMP } from './stamp.tsx';

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
