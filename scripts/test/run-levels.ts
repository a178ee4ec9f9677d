/** Runs levels and lanes: each lane's output whole, those that failed last, and a summary at the end. */

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failedTests } from './failed-tests.ts';
import type { Lane, LevelTable, SortedFiles } from './levels.ts';

/** Variables that levels set. */
type Env = Readonly<Record<string, string>>;

type Outcome = {
  lane: string;
  /** Absent: the lane passed. */
  failure?: string;
  output: string;
  /** Whether the output was written while the lane ran. */
  shown: boolean;
  seconds: number;
};

/** One run of levels, and its results for the summary. */
export class LevelRun {
  readonly #table: LevelTable;
  readonly #root: string;
  readonly #write: (text: string | Buffer) => void;
  readonly #passed: Outcome[] = [];
  readonly #failed: Outcome[] = [];
  readonly #left: string[] = [];
  readonly #running = new Set<(signal: NodeJS.Signals) => void>();
  #isEnded = false;

  /** @param root the folder that the lanes run in */
  constructor(table: LevelTable, root: string, write: (text: string | Buffer) => void) {
    this.#table = table;
    this.#root = root;
    this.#write = write;
  }

  /** Whether a level or a lane has this name. */
  knows(name: string): boolean {
    return Object.hasOwn(this.#table.levels, name) || Object.hasOwn(this.#table.lanes, name);
  }

  /**
   * Runs levels or lanes one after the other, until one fails, and prints the summary.
   * @returns whether all passed
   */
  async run(names: readonly string[]): Promise<boolean> {
    const passed = await this.#inTurn(names, {}, true);
    if (this.#isEnded) this.#write('--- Ended by a signal\n');
    for (const outcome of this.#failed.filter(({ shown }) => !shown)) this.#show(outcome);
    this.#write(this.#summary());
    return passed;
  }

  /** Starts no other lane. @param signal for those that run */
  end(signal?: NodeJS.Signals): void {
    this.#isEnded = true;
    if (signal !== undefined) for (const kill of this.#running) kill(signal);
  }

  async #inTurn(names: readonly string[], env: Env, untilOneFails: boolean): Promise<boolean> {
    let passed = true;
    for (const name of names) {
      if (this.#isEnded || (untilOneFails && !passed)) this.#left.push(name);
      else passed = (await this.#one(name, env, untilOneFails)) && passed;
    }
    return passed;
  }

  /** @param live whether a lane prints while it runs: no other one does, and after a failure no other follows */
  async #one(name: string, env: Env, live: boolean): Promise<boolean> {
    const level = this.#table.levels[name];
    if (level === undefined) return this.#lane(name, env, live);
    const all = { ...env, ...level.env };
    if (level.order !== 'at once') {
      return this.#inTurn(level.of, all, level.order === 'until one fails');
    }
    const passed = await Promise.all(level.of.map((one) => this.#one(one, all, false)));
    return passed.every(Boolean);
  }

  async #lane(name: string, env: Env, live: boolean): Promise<boolean> {
    const lane = this.#table.lanes[name];
    if (lane === undefined) throw new Error(`${name} is neither a level nor a lane`);
    if (live) this.#write(`--- ${name}\n`);
    const outcome = await this.#outcome(name, lane, env, live);
    const passed = outcome.failure === undefined;
    (passed ? this.#passed : this.#failed).push(outcome);
    // Output of a failure is held back: that of others would push it out of the part of a log that people read.
    if (passed && !live) this.#show(outcome);
    else if (!passed) this.#write(`--- ${name}: ${outcome.failure}\n`);
    return passed;
  }

  #outcome(name: string, lane: Lane, env: Env, live: boolean): Promise<Outcome> {
    const began = performance.now();
    const chunks: Buffer[] = [];
    const ended = (failure?: string): Outcome => ({
      lane: name,
      output: Buffer.concat(chunks).toString(),
      shown: live,
      seconds: Math.round((performance.now() - began) / 1000),
      ...(failure !== undefined && { failure }),
    });
    const files = lane.files === undefined ? [] : sortedFiles(this.#root, lane.files);
    if (lane.files !== undefined && files.length === 0) {
      return Promise.resolve(ended(`no file matches ${lane.files.patterns.join(' ')}`));
    }
    const [program = '', ...args] = [...lane.command, ...files];
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: this.#root,
      env: { ...process.env, PATH: this.#path(), ...env, ...lane.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = (signal: NodeJS.Signals) => void child.kill(signal);
    this.#running.add(kill);
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      if (live) this.#write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    return new Promise((resolve) => {
      child.once('error', ({ message }) => {
        this.#running.delete(kill);
        resolve(ended(message));
      });
      child.once('close', (code, signal) => {
        this.#running.delete(kill);
        const failure = signal === null ? `exit code ${code}` : `ended by ${signal}`;
        resolve(ended(code === 0 ? undefined : failure));
      });
    });
  }

  /** The programs among the dependencies first, as in npm's scripts. */
  #path(): string {
    return [join(this.#root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  }

  #show({ lane, failure, output }: Outcome): void {
    const whole = output === '' || output.endsWith('\n') ? output : `${output}\n`;
    this.#write(`--- ${lane}: ${failure ?? 'passed'}\n${whole}`);
  }

  #summary(): string {
    const times = (outcomes: readonly Outcome[]) =>
      outcomes.map(({ lane, seconds }) => `${lane} ${seconds} s`).join(', ');
    const lines = ['--- Summary'];
    if (this.#passed.length > 0) lines.push(`Passed: ${times(this.#passed)}`);
    if (this.#left.length > 0) lines.push(`Not run: ${this.#left.join(', ')}`);
    for (const { lane, failure, output } of this.#failed) {
      const tests = failedTests(output).map((one) => `  ${one}`);
      lines.push(`FAILED: ${lane} (${failure})`, ...tests);
    }
    return `${lines.join('\n')}\n`;
  }
}

/** Files that start processes or servers, or measure their own process. */
const OWN =
  /'node:(?:child_process|worker_threads)'|(?:#support|\.)\/(?:service-process|postgres)\.ts|memoryUsage|residentSize|cpuUsage|CpuMs/;

/**
 * Sorts test files by what they import, so that a new one is never left out: those whose whole promise is in their own
 * process share one, the others have one each.
 * @returns paths from the folder `root`, in the order of their names
 */
function sortedFiles(root: string, { patterns, ownProcess }: SortedFiles): string[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => OWN.test(readFileSync(join(root, file), 'utf8')) === ownProcess)
    .toSorted();
}
