/** Finds misspelt settings: names of variables that are close to a setting's name. */

import { SECRETS } from './secret-files.ts';

export type UnknownName = {
  name: string;
  /** The closest setting, if one is close. */
  meant: string | undefined;
  /** Whether it is in `.env`. */
  inFile: boolean;
};

/** Settings of the build of the screen for a static host; they may be in the same file. */
const BUILD = 'VITE_';

/** Of other programs, and close to ours: Bash looks for mail every MAILCHECK seconds. */
const OTHERS = ['MAILCHECK'];

/** Names shorter than this are close to too many others. */
const SHORT = 6;
/** Names from this length on are still recognized with two wrong letters. */
const LONG = 12;

/**
 * Other programs set variables of the environment too, so there only names close to a setting are reported. `.env` is
 * ours alone: every unknown name in it is reported.
 * @param settings all names that are read
 */
export function unknownNames(
  settings: readonly string[],
  environment: readonly string[],
  file: readonly string[],
): UnknownName[] {
  const files = SECRETS.map((name) => `${name}_FILE`);
  const known = [...settings, ...files];
  const isOther = (name: string) => !known.includes(name) && !name.startsWith(BUILD);
  const inFile = file.filter(isOther);
  const outside = environment.filter(
    (name) => isOther(name) && !inFile.includes(name) && !OTHERS.includes(name),
  );
  const unknownName = (name: string, isInFile: boolean): UnknownName => ({
    name,
    meant: meantBy(name, known),
    inFile: isInFile,
  });
  return [
    ...inFile.map((name) => unknownName(name, true)),
    ...outside.map((name) => unknownName(name, false)).filter(({ meant }) => meant !== undefined),
  ];
}

/** Of a setting that cannot be in a file only the name without its ending can be meant. */
const meantBy = (name: string, known: readonly string[]) =>
  nearest(name, known) ?? (/_FILE$/i.test(name) ? nearest(name.slice(0, -5), known) : undefined);

function nearest(name: string, settings: readonly string[]): string | undefined {
  const letters = folded(name);
  return settings.find((setting) => isSimilar(letters, folded(setting)));
}

/** The name without the differences of common typos: case, separators, our own prefix, the plural. */
const folded = (name: string) =>
  name
    .slice(0, 64)
    .toUpperCase()
    .replace(/^VEILPOST_/, '')
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/IES$/, 'Y')
    .replace(/S$/, '');

function isSimilar(letters: string, setting: string): boolean {
  const allowed = setting.length >= LONG ? 2 : setting.length >= SHORT ? 1 : 0;
  return (
    Math.abs(letters.length - setting.length) <= allowed && distance(letters, setting) <= allowed
  );
}

/** Inserted, missing, replaced or swapped letters (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? i) + 1,
        (last[j] ?? i) + 1,
        (last[j - 1] ?? i) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? i) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
