/** The random numbers that a round draws: they play the round back, mutate it, and are kept in traces.txt, by subject. */

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('traces.txt', import.meta.url);

/** Most characters of the traces of a subject that the repository holds. */
const MOST_KEPT = 4_096;

/** Most numbers of a trace that is worth keeping. */
const LONGEST = 20_000;
const VALUES = 2 ** 16;
const OCTETS = 2;

/** Whole numbers below 65,536, in the order in which they are drawn. */
export type Trace = readonly number[];

/** Draws from a trace, and fresh numbers after its end. @returns numbers in [0, 1), and all that were drawn */
export function drawing(trace: Trace, random: () => number): { draw: () => number; drawn: Trace } {
  const drawn: number[] = [];
  const draw = () => {
    const value = trace[drawn.length] ?? Math.floor(random() * VALUES);
    drawn.push(value);
    return value / VALUES;
  };
  return { draw, drawn };
}

/** A trace with one to eight changes, partly from another one. */
export function changed(trace: Trace, other: Trace, random: () => number): Trace {
  const upTo = (below: number) => Math.floor(random() * below);
  const fresh = (length: number) => Array.from({ length }, () => upTo(VALUES));
  let numbers = [...trace];
  for (let times = 2 ** upTo(4); times > 0; times--) {
    const at = upTo(numbers.length + 1);
    const span = 1 + upTo(8);
    const from = upTo(other.length);
    switch (upTo(5)) {
      case 0:
        numbers.splice(at, 1, ...fresh(1));
        break;
      case 1:
        numbers.splice(at, span);
        break;
      case 2:
        numbers.splice(at, 0, ...fresh(span));
        break;
      case 3:
        numbers.splice(at, upTo(2) * span, ...other.slice(from, from + span));
        break;
      default:
        // The end of another trace replaces this one's.
        if (times === 1) numbers = [...numbers.slice(0, at), ...other.slice(from)];
    }
  }
  return numbers.slice(0, LONGEST);
}

/** Base64, for a file or a message. */
export function written(trace: Trace): string {
  const octets = Buffer.alloc(OCTETS * trace.length);
  trace.forEach((value, i) => octets.writeUInt16BE(value, OCTETS * i));
  return octets.toString('base64');
}

/** @param text as `written` has written it */
export function read(text: string): Trace {
  const octets = Buffer.from(text, 'base64');
  const { length } = octets;
  return Array.from({ length: Math.floor(length / OCTETS) }, (_, i) =>
    octets.readUInt16BE(OCTETS * i),
  );
}

/** Of earlier runs. */
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
