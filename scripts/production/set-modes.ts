import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const EXECUTABLE = 0o111;

/** Gives every file and folder the mode that it has under the usual umask: a checkout under another umask gives the same build. */
export function setModes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    const isOpen = stat.isDirectory() || (stat.mode & EXECUTABLE) !== 0;
    chmodSync(path, isOpen ? 0o755 : 0o644);
  }
}
