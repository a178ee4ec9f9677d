/** Programs of this machine: run to their end, or kept running for a test and always stopped. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isTaken } from '#support/loopback.ts';
import type { After } from './folder.ts';

const LOOK_MS = 50;

/**
 * Polls for an event in other processes, which do not report it.
 * @param what for the message of the Error, if it has not happened in time
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  options: { seconds?: number; state?: () => string } = {},
): Promise<void> {
  const { seconds = 60, state } = options;
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) {
      throw new Error(`not within ${seconds} s: ${what}\n${state?.().slice(-4000) ?? ''}`);
    }
    await pause(LOOK_MS);
  }
}

export type Ran = { code: number | null; output: string };

/** Runs a program that ends by itself. @returns its exit code, and its output, errors included */
export async function run(
  command: string,
  args: readonly string[],
  options: { input?: string | Buffer; seconds?: number } = {},
): Promise<Ran> {
  const { input = '', seconds = 60 } = options;
  const child = spawn(command, args, { timeout: seconds * 1000, killSignal: 'SIGKILL' });
  const output = collect(child);
  child.stdin.on('error', () => {}); // A program may end without reading all of its input.
  child.stdin.end(input);
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${command} cannot be run: npm run peers installs it, as root`, { cause });
  });
  return { code, output: output() };
}

/** @throws an Error with the program's output, if it does not end with 0 */
export async function runWell(
  command: string,
  args: readonly string[],
  options: Parameters<typeof run>[2] = {},
): Promise<void> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
}

/** A program that runs until it is stopped; it leads a process group, and the whole group ends with it. */
export class Daemon {
  readonly ended: Promise<number | null>;
  /** Its output so far, errors included. */
  readonly output: () => string;
  readonly #child: ChildProcess;
  readonly #watchman: ChildProcess;
  #running = true;

  private constructor(child: ChildProcess, watchman: ChildProcess) {
    this.#child = child;
    this.#watchman = watchman;
    this.output = collect(child);
    this.ended = once(child, 'exit').then(([code]) => {
      this.#running = false;
      watchman.stdin?.end('ended\n');
      return code;
    });
  }

  static start(
    command: string,
    args: readonly string[],
    options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
  ): Daemon {
    const child = spawn(command, args, {
      ...options,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // However this process ends, the helper sees the end of its input, and then ends the group.
    const watchman = spawn('sh', ['-c', 'read -r _ || kill -TERM "-$0"', `${child.pid}`], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    watchman.stdin.on('error', () => {});
    return new Daemon(child, watchman);
  }

  /** One that ends with its test; resolves when it listens at the port. */
  static async at(
    port: number,
    after: After,
    ...started: Parameters<typeof Daemon.start>
  ): Promise<Daemon> {
    const daemon = Daemon.start(...started);
    after(() => daemon.end());
    await daemon.ready(() => isTaken(port));
    return daemon;
  }

  /** Waits for a sign that it is ready. @throws an Error with its output, if it ends instead */
  async ready(condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
    const { output } = this;
    const settled = async () => !this.#running || condition();
    await until('it is ready', settled, { seconds, state: output });
    if (!this.#running) throw new Error(`it has ended:\n${output()}`);
  }

  /** Sends a signal to the leader alone. @returns its exit code when it has ended; null if a signal ended it */
  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP'): Promise<number | null> {
    if (this.#running) this.#child.kill(name);
    return this.ended;
  }

  /** Ends the whole group. */
  async end(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || !this.#running) return;
    const watched = once(this.#watchman, 'exit');
    process.kill(-pid, 'SIGTERM');
    const impatience = setTimeout(() => process.kill(-pid, 'SIGKILL'), 10_000);
    await this.ended;
    clearTimeout(impatience);
    await watched;
  }
}

function collect(child: ChildProcess): () => string {
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => pieces.push(piece));
  }
  return () => Buffer.concat(pieces).toString();
}

/** Options of buildah for images and containers in a folder: plain files, which need neither a driver nor a service. */
export const imageStorage = (folder: string): readonly string[] =>
  `--storage-driver vfs --root ${folder}/images --runroot ${folder}/run`.split(' ');
