/** The Debian packages whose libraries the image takes from this machine. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type SystemPackage = {
  name: string;
  version: string;
  architecture: string;
  /** As `debian-12`. */
  distribution: string;
};

/** A licence that many packages of Debian share. */
const LICENCE = /\/usr\/share\/common-licenses\/[\w.-]*\w/g;

/**
 * @param libraries absolute paths of files of this machine
 * @throws if a file belongs to no package, and its licence is therefore unknown
 */
export function packagesOf(libraries: readonly string[]): SystemPackage[] {
  const names = new Set(libraries.map(ownerOf));
  const release = readFileSync('/etc/os-release', 'utf8');
  const [id, number] = ['ID', 'VERSION_ID'].map(
    (field) => new RegExp(`^${field}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? '',
  );
  return [...names].toSorted().map((owner) => {
    const format = '--showformat=${Package} ${Version} ${Architecture}';
    const shown = dpkg('--show', format, owner);
    const [name = '', version = '', architecture = ''] = shown.split(' ');
    return { name, version, architecture, distribution: `${id}-${number}` };
  });
}

/** Copies each package's copyright, and the licences that it refers to, to the same place below `root`. */
export function copyCopyrights(packages: readonly SystemPackage[], root: string): void {
  const copyrights = packages.map(({ name }) => `/usr/share/doc/${name}/copyright`);
  const licences = copyrights.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LICENCE)].map(([path]) => path),
  );
  for (const file of new Set([...copyrights, ...licences])) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    copyFileSync(file, join(root, file));
  }
}

/** As `libc6:amd64`. dpkg knows a library below /lib or below /usr/lib, which are one folder. */
function ownerOf(library: string): string {
  const bare = library.replace(/^\/usr\//, '/');
  const found = [bare, `/usr${bare}`].map((path) => {
    try {
      return dpkg('--search', path);
    } catch {
      return '';
    }
  });
  const owner = /^([^\s,]+): \//m.exec(found.join('\n'))?.[1];
  if (owner === undefined) throw new Error(`No package of Debian owns ${library}.`);
  return owner;
}

const dpkg = (...args: string[]) =>
  execFileSync('dpkg-query', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
