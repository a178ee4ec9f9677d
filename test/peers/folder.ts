import { chmodSync } from 'node:fs';
import { after as afterAll } from 'node:test';
import { type After, tempFolder } from '#support/temp-folder.ts';

export type { After } from '#support/temp-folder.ts';

/** A folder that the users of mail servers may enter. */
export function peerFolder(after: After): string {
  const folder = tempFolder(after);
  chmodSync(folder, 0o755);
  return folder;
}

/** For a suite: clean-ups registered in its hooks run after it, the last one first. */
export function afterSuite(): After {
  const cleanUps: Parameters<After>[0][] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return (cleanUp) => void cleanUps.push(cleanUp);
}
