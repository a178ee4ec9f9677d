/** The trace of a life for people: the last events, the dialogue of each connection among them. */

import type { Line } from './world/world.ts';

/** Characters of one line. */
const WIDTH = 160;

export function readable(lines: readonly Line[], last: number): string {
  return lines
    .slice(-last)
    .map(
      ({ at, about, words }) => `${(at / 1e6).toFixed(6).padStart(14)}  ${about}: ${shown(words)}`,
    )
    .join('\n');
}

/** A message is cut short, and line breaks are seen. */
function shown(words: string): string {
  const line = words
    .trimEnd()
    .replaceAll('\r\n', ' | ')
    .replaceAll(/[^\x20-\x7e]/g, '?');
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}... (${words.length})` : line;
}
