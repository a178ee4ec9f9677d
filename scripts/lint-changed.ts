// The lane lint:changed of the check: Biome's format and oxlint with types, for the files that differ from those of
// the last run without a fault and for their importers; for all files in a clean checkout, and after a change of a tool
// or its configuration. Linting everything costs ten seconds of CPU. A file that gets its types from a changed one only through a
// third is linted by npm run lint alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The digest of each file at the last run without a fault. */
const PASSED = 'node_modules/.cache/lint-changed.json';
const CONFIGURATION =
  /^(?:package-lock\.json|\.oxlintrc\.json|biome\.json|(?:web\/)?tsconfig\.json)$/;
const LINTED = /\.(?:ts|tsx|mjs)$/;
const IMPORTED = /(?:from|import|import\()\s*'([#.][^']+)'/g;

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const files = listed.stdout.split('\n').filter((file) => file !== '' && existsSync(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'latin1')]));
const digests = new Map(
  [...texts].map(([file, text]) => [file, createHash('sha256').update(text).digest('base64')]),
);

const passed: Record<string, string> = existsSync(PASSED)
  ? JSON.parse(readFileSync(PASSED, 'utf8'))
  : {};
const changed = new Set(files.filter((file) => digests.get(file) !== passed[file]));
// A deleted file changes its importers, too.
for (const file of Object.keys(passed)) if (!texts.has(file)) changed.add(file);

/** Our files that a source imports, as paths from the root. */
const importsOf = (file: string, text: string) =>
  [...text.matchAll(IMPORTED)].map(([, path = '']) =>
    path.startsWith('#support')
      ? path.replace('#', 'test/')
      : path.startsWith('#')
        ? path.replace('#', 'src/')
        : join(dirname(file), path),
  );

const sources = [...texts].filter(([file]) => LINTED.test(file));
const concerned = sources
  .filter(
    ([file, text]) => changed.has(file) || importsOf(file, text).some((one) => changed.has(one)),
  )
  .map(([file]) => file);
const everything = listed.status !== 0 || [...changed].some((file) => CONFIGURATION.test(file));

/** @returns whether the tool found no fault; with no file it does not run */
function finds(tool: string, options: readonly string[], which: readonly string[]): boolean {
  if (!everything && which.length === 0) return true;
  const args = [...options, ...(everything ? ['.'] : which)];
  return spawnSync(tool, args, { stdio: 'inherit' }).status === 0;
}
const formatted = finds(
  'biome',
  ['format', '--files-ignore-unknown=true', '--no-errors-on-unmatched'],
  [...changed].filter((file) => texts.has(file)),
);
const linted = finds('oxlint', ['--type-aware', '--deny-warnings'], concerned);
if (formatted && linted) {
  mkdirSync(dirname(PASSED), { recursive: true });
  writeFileSync(PASSED, JSON.stringify(Object.fromEntries(digests)));
} else {
  process.exitCode = 1;
}
