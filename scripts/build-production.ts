/**
 * Makes a folder with everything for a server: the program, the built screen, the run-time packages and the bundled
 * Node. With --image it is the file system of a container image (deploy/Containerfile), the program in opt/veilpost.
 */

import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, refuse } from './shared/command-line.ts';
import { addSystemFiles } from './production/image-root.ts';
import { completeList } from './production/package-list.ts';
import { copyGuide, copyProgram, installPackages, setModes } from './production/program.ts';
import type { SystemPackage } from './production/system-packages.ts';
import { screenIsReady } from './screen.ts';

const USAGE = `Usage: npm run build:production [-- [--image] [--to FOLDER] [--sbom FILE]]

Writes everything that a server runs to FOLDER, which must not exist or hold an earlier result (default: production/).
  --image      the file system of a container image instead (default FOLDER: image-root/)
  --sbom FILE  the list of the packages in package-lock.json, to be completed as sbom.cdx.json; npm run release:check
               makes one
`;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

function main(): void {
  const { values } = commandLine(USAGE, {
    options: {
      image: { type: 'boolean', default: false },
      to: { type: 'string' },
      sbom: { type: 'string' },
    },
  });
  const to = resolve(values.to ?? join(ROOT, values.image ? 'image-root' : 'production'));
  if (!isOurs(to)) refuse(`${to} holds something else: name a folder that does not exist yet`);
  if (!screenIsReady()) throw new Error('The screen could not be built.');
  // Under another name until it is complete: an earlier result keeps working.
  const making = `${to}.new`;
  rmSync(making, { recursive: true, force: true });
  const program = values.image ? join(making, 'opt/veilpost') : making;
  mkdirSync(program, { recursive: true });
  copyProgram(ROOT, program);
  if (!values.image) copyGuide(ROOT, program);
  installPackages(program);
  setModes(making);
  const system = values.image ? addSystemFiles(making) : [];
  if (values.sbom !== undefined) writeList(values.sbom, program, system);
  rmSync(to, { recursive: true, force: true });
  renameSync(making, to);
  console.log(`${to}: ${megabytes(to)} MB`);
}

function writeList(file: string, program: string, system: readonly SystemPackage[]): void {
  const list = completeList(JSON.parse(readFileSync(file, 'utf8')), program, system);
  writeFileSync(join(program, 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`, {
    mode: 0o644,
  });
}

/** Whether the folder is missing, or an earlier result. */
function isOurs(folder: string): boolean {
  const program = ['scripts/start.mjs', 'opt/veilpost/scripts/start.mjs'];
  const isCheckout = existsSync(join(folder, '.git'));
  return (
    !existsSync(folder) || (!isCheckout && program.some((file) => existsSync(join(folder, file))))
  );
}

function megabytes(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((e) => e.isFile());
  const octets = files.map((file) => statSync(join(file.parentPath, file.name)).size);
  return Math.round(octets.reduce((sum, size) => sum + size, 0) / 1e6);
}

main();
