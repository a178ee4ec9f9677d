/** Processes that run lives: one that dies, or computes without an end, costs only its current life. */

import { type ChildProcess, fork } from 'node:child_process';
import type { Asked, Told } from './worker.ts';

export type ProcessesOptions = {
  told: (told: Told) => void;
  /** Those that run now. */
  children: Set<ChildProcess>;
  isEnding: () => boolean;
  program?: URL;
};

const PROGRAM = new URL('worker.ts', import.meta.url);

/** Resolves when these lives have run, or the run is ended. */
export async function inProcesses(asked: Asked, options: ProcessesOptions): Promise<void> {
  const { told, isEnding } = options;
  const end = asked.from + asked.count;
  for (let from = asked.from; from < end && !isEnding(); from += 1) {
    const count = end - from;
    const { next, reason } = await ofProcess({ ...asked, from, count }, options);
    if (reason === undefined) return;
    const nothing = { hash: 0, cpu: 0, time: 0, counts: {} };
    told({ ...nothing, life: next, failure: `V21: the process of this life has died: ${reason}` });
    from = next;
  }
}

/**
 * Each start of an engine takes 64 MiB of buffers, untouched pages for the most part. Without this flag V8 collects the
 * whole heap for them: 58 % of the CPU of a life with crashes.
 */
const SPARING = ['--external-memory-accounted-in-global-limit'];

/** @returns its current life, and how it died; undefined: it has ended normally */
function ofProcess(
  asked: Asked,
  { told, children, program = PROGRAM }: ProcessesOptions,
): Promise<{ next: number; reason: string | undefined }> {
  const child = fork(program, [JSON.stringify(asked)], { execArgv: SPARING });
  children.add(child);
  let next = asked.from;
  const { promise, resolve } = Promise.withResolvers<{
    next: number;
    reason: string | undefined;
  }>();
  child.on('message', (one: Told) => {
    next = one.life + 1;
    told(one);
  });
  child.on('exit', (code, signal) => {
    children.delete(child);
    // The signal may come before the process listens to it.
    const isInOrder = code === 0 || signal === 'SIGINT';
    resolve({ next, reason: isInOrder ? undefined : (signal ?? `exit code ${code}`) });
  });
  return promise;
}
