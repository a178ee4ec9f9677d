/** The file system of the container image: the program, the C library for the bundled Node, and nothing else. */

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyCopyrights, packagesOf, type SystemPackage } from './system-packages.ts';

/** The user of the process, which owns only the data; the same as in other images without a system. */
export const USER = 65_532;

/** `veilpost ...` without a shell. `--`: Node has an --env-file of its own, and looks for it after the script, too. */
const COMMAND = `#!/opt/veilpost/node_modules/.bin/node --
import('/opt/veilpost/src/app/command/main.ts');
`;

/**
 * @param root of the image; the program lies in its opt/veilpost
 * @returns the packages of this machine whose libraries it has
 */
export function addSystemFiles(root: string): SystemPackage[] {
  const [node = ''] = globSync('opt/veilpost/node_modules/node-linux-*/bin/node', { cwd: root });
  if (node === '') throw new Error('The folder has no Node for Linux.');
  const libraries = librariesOf(join(root, node));
  for (const library of libraries) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    // The link's target file: the image has no other version.
    copyFileSync(library, join(root, library));
  }
  const packages = packagesOf(libraries);
  copyCopyrights(packages, root);
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc/passwd'), `veilpost:x:${USER}:${USER}::/var/lib/veilpost:/\n`);
  writeFileSync(join(root, 'etc/group'), `veilpost:x:${USER}:\n`);
  // glibc reads the order of name look-ups from this file.
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  // A new volume starts with the image's content at its path.
  mkdirSync(join(root, 'var/lib/veilpost/backups'), { recursive: true });
  mkdirSync(join(root, 'tmp'));
  // deploy/compose.yaml mounts the host's folder of certificates there.
  mkdirSync(join(root, 'etc/veilpost'));
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  writeFileSync(join(root, 'usr/local/bin/veilpost'), COMMAND, { mode: 0o755 });
  chmodSync(join(root, 'tmp'), 0o1777);
  return packages;
}

/** Absolute paths of the shared libraries, the loader among them, as ldd prints them. */
function librariesOf(program: string): string[] {
  const printed = execFileSync('ldd', [program], { encoding: 'utf8' });
  const libraries = [...printed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  if (libraries.length < 3) throw new Error(`ldd names no libraries of ${program}.`);
  return libraries;
}
