/** Public test suites, placed next to the repository, because we may not publish them. */

import { existsSync, readFileSync } from 'node:fs';

/** A worktree lies one folder deeper than the repository. */
const PLACES = ['../../../shared/suites/', '../../../../shared/suites/'];

/** @returns undefined if the suites are not next to this repository */
export function suiteText(path: string): string | undefined {
  const places = PLACES.map((place) => new URL(place + path, import.meta.url));
  const file = places.find((place) => existsSync(place));
  return file && readFileSync(file, 'utf8');
}
