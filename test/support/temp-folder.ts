/** A folder for one test, deleted when the test ends. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder. @param after the hook of the test or suite that owns it */
export function tempFolder(after: (cleanUp: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
