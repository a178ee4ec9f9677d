import type { Elements } from './elements.ts';

/** Id of the drawing in the page (stamp-drawing.tsx): inside this component it would be sent twice. */
export const STAMP = 'stamp';

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
