/** A folder for one test, deleted when the test ends. */

import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Octets: databases, queues of mail servers and images of several tests at once. */
const ROOM = 4 * 1024 ** 3;

/**
 * Makes the folder.
 * @param after the hook of the test or suite that owns it
 * @param place folder to make it in; named by tests that need a disk
 */
export function tempFolder(
  after: (cleanUp: () => void) => void,
  place: string = inMemory() ?? tmpdir(),
): string {
  const folder = mkdtempSync(join(place, 'veilpost-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The file system in memory, if Linux has one with enough room that allows programs to run; TMPDIR sets another place. On a disk each
 * commit waits some milliseconds, and only a loss of power would make a difference, which is not tested.
 */
function inMemory(): string | undefined {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return undefined;
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  const options = / \/dev\/shm tmpfs (\S+)/.exec(mounts)?.[1]?.split(',') ?? ['ro'];
  if (options.includes('ro') || options.includes('noexec')) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > ROOM ? '/dev/shm' : undefined;
}
