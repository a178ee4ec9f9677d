/** SHA-256 of files, and the differences between two builds of one folder. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** In hexadecimal digits, as `sha256sum` prints them. */
export const sha256 = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

/** Files, links and folders that exist in only one, or differ in octets, target or mode; each by its relative path. */
export function differences(one: string, other: string): string[] {
  const [left, right] = [contents(one), contents(other)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].filter((path) => left.get(path) !== right.get(path)).toSorted();
}

/** What an archive keeps of each path. */
function contents(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const kept = entry.isSymbolicLink()
        ? readlinkSync(path)
        : `${statSync(path).mode} ${entry.isFile() ? sha256(path) : ''}`;
      return [relative(folder, path), kept];
    }),
  );
}
