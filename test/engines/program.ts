/** A program that starts other processes, such as a browser. */

import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export type Program = { child: ChildProcess; end: () => Promise<void> };

/** Starts it as a process group, which ends with this process at the latest, even if a test kills this process. */
export function startProgram(name: string, words: string[], options: SpawnOptions): Program {
  const child = spawn(name, words, { ...options, detached: true });
  const gone = once(child, 'exit');
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  return {
    child,
    async end() {
      kill();
      await gone;
      process.off('exit', kill);
    },
  };
}

/**
 * @returns the first group of the pattern in the first line of a program's pipe that has it
 * @throws Error with the lines before, if the program ends without a match
 */
export async function lineOf(
  { stdio }: ChildProcess,
  pipe: number,
  pattern: RegExp,
): Promise<string> {
  const stream = stdio[pipe];
  const lines: string[] = [];
  if (stream instanceof Readable) {
    for await (const line of createInterface({ input: stream })) {
      const [, found] = pattern.exec(line) ?? [];
      lines.push(line);
      if (found === undefined) continue;
      // The rest is discarded, so that it does not fill the pipe.
      stream.resume();
      return found;
    }
  }
  throw new Error(`a program did not start:\n${lines.join('\n')}`);
}
