// The lane lint:changed: Biome's format and oxlint with types, for the files that differ from those of the last run without a
// fault and for their importers. Linting everything costs ten seconds of CPU. A file that gets its types from a changed one
// only through a third is linted by npm run lint alone.
import { spawnSync } from 'node:child_process';
import { importsOf } from './test/imports.ts';
import { LastPass } from './test/last-pass.ts';

const last = new LastPass('lint-changed');
const concerned = [...last.texts]
  .filter(([file]) => /\.(?:ts|tsx|mjs)$/.test(file))
  .filter(
    ([file, text]) =>
      last.changed.has(file) || importsOf(file, text).some((one) => last.changed.has(one)),
  )
  .map(([file]) => file);

/** @returns whether the tool found no fault; with no file it does not run */
function finds(tool: string, options: readonly string[], which: readonly string[]): boolean {
  if (!last.everything && which.length === 0) return true;
  const args = [...options, ...(last.everything ? ['.'] : which)];
  return spawnSync(tool, args, { stdio: 'inherit' }).status === 0;
}
const formatted = finds(
  'biome',
  ['format', '--files-ignore-unknown=true', '--no-errors-on-unmatched'],
  [...last.changed].filter((file) => last.texts.has(file)),
);
const linted = finds('oxlint', ['--type-aware', '--deny-warnings'], concerned);
if (formatted && linted) last.keep();
else process.exitCode = 1;
