/** What operators need in addition to the program: units, settings of other programs, and the pages. */

import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Globs from the root of the repository. */
const GUIDE = ['deploy', 'docs/*.md', 'README.md', 'CHANGELOG.md', 'UPGRADING.md', '.env.example'];

/** @param to the folder of the program */
export function copyGuide(root: string, to: string): void {
  for (const path of globSync(GUIDE, { cwd: root })) {
    cpSync(join(root, path), join(to, path), { recursive: true });
  }
}
