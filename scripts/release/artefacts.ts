/**
 * The files of a release: an archive of the folder for servers and one of the container image, the list of their packages
 * (SBOM, CycloneDX 1.6), and SHA256SUMS. The same sources and tools make identical octets: times are
 * those of the commit, the order is that of the names, owners and modes are fixed (reproducible-builds.org/docs).
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyGuide, setModes } from '../production/program.ts';
import { packFolder, packImage, type Release, run } from './pack.ts';

/** Writes the list of packages of run time, from package-lock.json alone. @param tools folder where they are installed */
export async function listPackages(root: string, tools: string, file: string): Promise<void> {
  const generator = join(tools, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const options = ['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--validate'];
  const output = ['--spec-version', '1.6', '--output-file', file];
  await run(process.execPath, [generator, ...options, ...output], root);
}

/**
 * Builds the folder for servers and the image in a copy of the sources, and packs them.
 * @param sources a copy of the sources, with the packages that build them
 * @param sbom list of packages, which both get
 * @param to folder for the files
 */
export async function build(
  sources: string,
  sbom: string,
  to: string,
  release: Release,
): Promise<void> {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Please run this through npm: npm run release:check');
  const production = [npm, 'run', 'build:production', '--', '--image', '--sbom', sbom];
  await run(process.execPath, production, sources);
  mkdirSync(to, { recursive: true });
  await packImage(sources, join(to, imageArchive(release)), release);
  // A server runs what the image has in addition to its system.
  const program = join(sources, 'image-root/opt/veilpost');
  copyGuide(sources, program);
  setModes(program);
  await packFolder(program, join(to, folderArchive(release)), release);
}

export const folderArchive = ({ version }: Release) =>
  `veilpost-${version}-${process.platform}-${process.arch}.tar.gz`;
export const imageArchive = ({ version }: Release) =>
  `veilpost-${version}-image-${process.arch}.tar`;
export const packageList = ({ version }: Release) => `veilpost-${version}.cdx.json`;

/** Writes SHA256SUMS, as `sha256sum --check` reads it. */
export function writeSums(folder: string, names: readonly string[]): void {
  const sums = execFileSync('sha256sum', names.toSorted(), { cwd: folder });
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
}
