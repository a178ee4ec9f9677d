/** The readable trace of a life: the last events, including the dialogue of each connection. */

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

/** A message is truncated, and line breaks are visible. */
function shown(words: string): string {
  const line = words
    .trimEnd()
    .replaceAll('\r\n', ' | ')
    .replaceAll(/[^\x20-\x7e]/g, '?');
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}... (${words.length})` : line;
}
