/** A process that changes a database without pause, and is killed. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs a stream of this folder until it has acknowledged so many changes, and kills it.
 * @returns a line for each change that it has acknowledged, including those after the signal
 */
export async function killedAfter(
  name: string,
  given: readonly string[],
  changes: number,
): Promise<string[]> {
  const stream = spawn(process.execPath, [join(import.meta.dirname, name), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(stream, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream.stdout })) {
    lines.push(line);
    if (lines.length === changes) stream.kill('SIGKILL');
  }
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL');
  return lines;
}
