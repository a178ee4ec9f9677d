/**
 * `node scripts/standards.ts`: each RFC that a comment of the code cites, with the files that cite it.
 * `node scripts/standards.ts 5321 6376`: those RFCs alone; exit code 1 if the code cites none of them.
 */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @returns the files that cite each RFC, tests aside: numbers and paths in ascending order */
export function citedStandards(): Map<string, string[]> {
  const files = globSync('{src,web,scripts}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/node_modules|\.(?:test|contract|fixture)\./.test(file),
  );
  const citations = files.toSorted().flatMap((file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    const numbers = new Set([...text.matchAll(/RFC (\d{4})\b/g)].map(([, number = '']) => number));
    return [...numbers].map((number) => ({ number, file }));
  });
  const index = Map.groupBy(citations, ({ number }) => number);
  return new Map(
    [...index]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([number, cited]) => [number, cited.map(({ file }) => file)]),
  );
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const shown = [...citedStandards()].filter(
    ([number]) => wanted.length === 0 || wanted.includes(number),
  );
  for (const [number, files] of shown) console.log(`RFC ${number}\n  ${files.join('\n  ')}`);
  process.exitCode = shown.length === 0 ? 1 : 0;
}
