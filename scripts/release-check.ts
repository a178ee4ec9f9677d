/** Builds everything in a release twice at once, in two folders of different names, and compares the octets. */

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, refuse } from './shared/command-line.ts';
import * as artefacts from './release/artefacts.ts';
import { type Release, run } from './release/pack.ts';

const USAGE = `Usage: npm run release:check [-- --to FOLDER]

Builds the archives of a release twice, compares them, and writes them with SHA256SUMS to FOLDER, which must not exist
(default: release/). Needs GNU tar, gzip and buildah. Times in the archives are those of the commit, or of SOURCE_DATE_EPOCH.
`;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = join(ROOT, 'scripts/release/tools');

const SOURCES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.dockerignore',
  'tsconfig.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'UPGRADING.md',
  '.env.example',
  'src',
  'web',
  'scripts',
  'deploy',
  'docs',
];

async function main(): Promise<number> {
  const { values } = commandLine(USAGE, { options: { to: { type: 'string' } } });
  const to = resolve(values.to ?? join(ROOT, 'release'));
  const epoch = commitTime();
  if (existsSync(to)) refuse(`${to} exists already: name a folder that does not`);
  if (epoch === undefined) refuse('Set SOURCE_DATE_EPOCH: this folder is not a checkout');
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const work = mkdtempSync(join(tmpdir(), 'veilpost-release-'));
  try {
    return await make({ version, epoch }, work, to);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function make(release: Release, work: string, to: string): Promise<number> {
  const npm = process.env.npm_execpath ?? 'npm';
  const install = [npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(process.execPath, install, TOOLS);
  const sbom = join(work, artefacts.packageList(release));
  await artefacts.listPackages(ROOT, TOOLS, sbom);
  const first = join(work, 'one/sources');
  const second = join(work, 'a second/and deeper/sources');
  for (const sources of [first, second]) copySources(ROOT, sources);
  // Both build with the tools of this checkout. What is delivered is installed by each build.
  const tools = readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '.cache');
  mkdirSync(join(first, 'node_modules'));
  await run('cp', ['--archive', ...tools, join(first, 'node_modules')], join(ROOT, 'node_modules'));
  await run('cp', ['--archive', '--link', join(first, 'node_modules'), second], second);
  const built = async (sources: string) => {
    const out = join(sources, '../out');
    console.log(`building in ${sources}`);
    await artefacts.build(sources, sbom, out, release);
    return { sources, out };
  };
  const builds = [built(first), built(second)] as const;
  // Wait for both: if one fails, neither build may continue in a removed folder.
  await Promise.allSettled(builds);
  const [one, other] = await Promise.all(builds);
  const names = [artefacts.folderArchive(release), artefacts.imageArchive(release)];
  const unequal = names.filter(
    (name) => !readFileSync(join(one.out, name)).equals(readFileSync(join(other.out, name))),
  );
  if (unequal.length > 0) {
    console.error(`The two builds differ: ${unequal.join(', ')}`);
    const roots = [one, other].map(({ sources }) => join(sources, 'image-root'));
    spawnSync('diff', ['--recursive', '--brief', '--no-dereference', ...roots], {
      stdio: 'inherit',
    });
    return 1;
  }
  mkdirSync(to, { recursive: true });
  for (const name of names) copyFileSync(join(one.out, name), join(to, name));
  const list = join(one.sources, 'image-root/opt/veilpost/sbom.cdx.json');
  copyFileSync(list, join(to, artefacts.packageList(release)));
  artefacts.writeSums(to, [...names, artefacts.packageList(release)]);
  console.log(`The two builds are identical:\n${readFileSync(join(to, 'SHA256SUMS'), 'utf8')}`);
  return 0;
}

/** Copies the files of the repository that a release is made of. @param to is made */
function copySources(root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const path of SOURCES) {
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    });
  }
}

/** Seconds since 1970; undefined if nothing sets it. */
function commitTime(): number | undefined {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (SOURCE_DATE_EPOCH) return Number(SOURCE_DATE_EPOCH);
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, stdio: 'pipe' }));
  } catch {
    return undefined;
  }
}

process.exitCode = await main();
