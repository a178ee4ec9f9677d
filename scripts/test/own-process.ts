/**
 * Sorts test files by what they import, so that a new one is never left out: those whose whole promise is in their own
 * process share one, the others have one each.
 */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the files that match, those that need a process of their own, or all others. */
export type SortedFiles = { patterns: readonly string[]; ownProcess: boolean };

/** Files that start processes or servers, or measure their own process. */
const OWN =
  /'node:(?:child_process|worker_threads)'|(?:#support|\.)\/(?:service-process|forwarding-service|postgres|shared-ports|plain-runtime|next-hop-thread)\.ts|memoryUsage|residentSize|cpuUsage|CpuMs/;

/** @returns paths from the folder `root`, in the order of their names */
export function sortedFiles(root: string, { patterns, ownProcess }: SortedFiles): string[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => OWN.test(readFileSync(join(root, file), 'utf8')) === ownProcess)
    .toSorted();
}
