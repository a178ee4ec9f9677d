/** traces.txt: the traces that earlier runs have kept, by subject. `npm run fuzz -- --keep` writes it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { read, type Trace, written } from './trace.ts';

const FILE = new URL('traces.txt', import.meta.url);

/** Most characters of the traces of a subject that the repository holds. */
const MOST_KEPT = 4_096;

export function keptTraces(subject: string): Trace[] {
  return (sections().get(subject) ?? []).map(read);
}

/** Replaces the traces of a subject. The files of `npm run fuzz` run one at a time, so none loses another's. */
export function keepTraces(subject: string, traces: Trace[]): void {
  const all = sections().set(subject, shortest(traces.map(written)));
  const texts = Array.from(all.keys())
    .toSorted()
    .map((name) => [`# ${name}`, ...(all.get(name) ?? []), ''].join('\n'));
  writeFileSync(FILE, texts.join('\n'));
}

function sections(): Map<string, string[]> {
  const texts = readFileSync(FILE, 'utf8').trim().split('\n\n');
  return new Map(
    texts.map((text) => {
      const [heading = '', ...traces] = text.split('\n');
      return [heading.replace('# ', ''), traces];
    }),
  );
}

/** The short traces: they run fast, and fuzzing finds the long ones again from them. */
function shortest(traces: string[]): string[] {
  let octets = 0;
  return traces
    .toSorted((one, other) => one.length - other.length)
    .filter(({ length }) => length > 0 && (octets += length + 1) <= MOST_KEPT);
}
