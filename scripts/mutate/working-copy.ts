/** A copy of the repository's files in a folder of its own, where tests run against a mutated source. */

import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type TestRun = { passed: boolean; ms: number };

export class WorkingCopy implements Disposable {
  readonly #parent = mkdtempSync(join(tmpdir(), 'veilpost-mutate-'));
  readonly #root = join(this.#parent, 'tree');

  /** @param root of the repository: tracked files and untracked ones that are not ignored are copied */
  constructor(root: string) {
    const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
    for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
      if (!existsSync(join(root, file))) continue;
      mkdirSync(join(this.#root, dirname(file)), { recursive: true });
      cpSync(join(root, file), join(this.#root, file));
    }
    symlinkSync(join(root, 'node_modules'), join(this.#root, 'node_modules'));
    // Public test vectors are next to the repository, if available.
    const shared = join(root, '..', 'shared');
    if (existsSync(shared)) symlinkSync(shared, join(this.#parent, 'shared'));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#root, file), text);
  }

  /** A path of the copy as V8 reports it. */
  url(file: string): string {
    return new URL(`file://${join(this.#root, file)}`).href;
  }

  /**
   * Runs a test file. The processes that it has started end with it.
   * @param limitMs after this time it counts as failed
   * @param coverage folder for V8's coverage
   */
  run(test: string, limitMs: number, coverage?: string): Promise<TestRun> {
    const inProcess = test.startsWith('src/') && coverage === undefined;
    const options = ['--test-timeout=120000', '--test-force-exit'];
    const words = ['--test', ...options, ...(inProcess ? ['--test-isolation=none'] : []), test];
    const began = performance.now();
    return new Promise((resolve) => {
      const tests = spawn(process.execPath, words, {
        cwd: this.#root,
        stdio: 'ignore',
        // A process group of its own, so that servers started by the test end with it.
        detached: true,
        env: { ...process.env, ...(coverage !== undefined && { NODE_V8_COVERAGE: coverage }) },
      });
      const end = () => {
        try {
          if (tests.pid !== undefined) process.kill(-tests.pid, 'SIGKILL');
        } catch {
          // The group has ended.
        }
      };
      const timer = setTimeout(end, limitMs);
      tests.once('close', (code) => {
        clearTimeout(timer);
        end();
        resolve({ passed: code === 0, ms: performance.now() - began });
      });
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }
}
