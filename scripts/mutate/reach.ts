/** The parts of the sources that each test file executes, measured once with V8's coverage. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutation } from './mutations.ts';
import type { WorkingCopy } from './working-copy.ts';

type Range = { startOffset: number; endOffset: number; count: number };
type Script = { url: string; functions: { ranges: Range[] }[] };

/** The code that one test file reaches. */
export type Reach = {
  test: string;
  ms: number;
  /** By source file: V8's coverage of each process that the test started. */
  scripts: Map<string, Range[][]>;
};

const LIMIT_MS = 300_000;

/** @throws Error if the test fails without any mutation */
export async function reachOf(
  test: string,
  sources: readonly string[],
  copy: WorkingCopy,
): Promise<Reach> {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-coverage-'));
  try {
    const { passed, ms } = await copy.run(test, LIMIT_MS, folder);
    if (!passed) throw new Error(`${test} fails without a mutation`);
    const byUrl = new Map(sources.map((source) => [copy.url(source), source]));
    const scripts = new Map<string, Range[][]>();
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      const { result }: { result: Script[] } = JSON.parse(text);
      for (const { url, functions } of result) {
        const source = byUrl.get(url);
        if (source === undefined) continue;
        const ranges = functions.flatMap((one) => one.ranges);
        scripts.set(source, [...(scripts.get(source) ?? []), ranges]);
      }
    }
    return { test, ms, scripts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the test executes the place of the mutation: the innermost range around it counts. */
export function reaches({ scripts }: Reach, { file, first }: Mutation): boolean {
  return (scripts.get(file) ?? []).some((ranges) => {
    const around = ranges.filter((range) => range.startOffset <= first && first < range.endOffset);
    const length = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
    const [innermost] = around.toSorted((a, b) => length(a) - length(b));
    return innermost !== undefined && innermost.count > 0;
  });
}
