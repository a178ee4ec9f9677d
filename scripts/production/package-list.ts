/**
 * Completes the list of packages (SBOM, CycloneDX) with what the generator cannot know: what is built into the screen, the libraries
 * of the image, and which of the Nodes was installed.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemPackage } from './system-packages.ts';

type Component = {
  type: string;
  name: string;
  version: string;
  'bom-ref': string;
  purl: string;
  description?: string;
  licenses?: object[];
  properties?: { name: string; value: string }[];
  components?: Component[];
};
export type PackageList = {
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/** The generator's property with the folder of a package. */
const PLACE = 'cdx:npm:package:path';

/**
 * @param list what package-lock.json names for run time
 * @param program the folder of the program, with its packages and the built screen
 */
export function completeList(
  list: PackageList,
  program: string,
  system: readonly SystemPackage[],
): PackageList {
  const forServer = installed(list.components, program);
  const inBoth = new Set(forServer.map(({ purl }) => purl));
  const forScreen = inScreen(readFileSync(join(program, 'dist/licenses.txt'), 'utf8'));
  const components = [
    ...forServer,
    ...forScreen.filter(({ purl }) => !inBoth.has(purl)),
    ...system.map(ofSystem),
  ];
  const known = new Set(components.flatMap(refsOf));
  const gone = list.components.flatMap(refsOf).filter((ref) => !known.has(ref));
  const dependencies = list.dependencies
    .filter(({ ref }) => !gone.includes(ref))
    .map((one) =>
      one.dependsOn
        ? { ...one, dependsOn: one.dependsOn.filter((ref) => !gone.includes(ref)) }
        : one,
    );
  return { ...list, components, dependencies };
}

const refsOf = (component: Component): string[] => [
  component['bom-ref'],
  ...(component.components ?? []).flatMap(refsOf),
];

/** The packages that npm has installed for this system. */
function installed(components: readonly Component[], program: string): Component[] {
  return components
    .filter(({ properties }) => {
      const place = properties?.find(({ name }) => name === PLACE)?.value;
      return place === undefined || existsSync(join(program, place));
    })
    .map((one) =>
      one.components ? { ...one, components: installed(one.components, program) } : one,
    );
}

/** @param licences as the build of the screen has written them: `## react - 19.3.1 (MIT)` */
function inScreen(licences: string): Component[] {
  const headings = [...licences.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)];
  if (headings.length === 0) throw new Error('The licences of the screen name no package.');
  return headings.map(([, name = '', version = '', id = '']) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      name,
      version,
      'bom-ref': purl,
      purl,
      description: 'Built into the scripts and styles of the screen.',
      licenses: [{ license: { id } }],
    };
  });
}

function ofSystem({ name, version, architecture, distribution }: SystemPackage): Component {
  const [vendor] = distribution.split('-');
  const purl = `pkg:deb/${vendor}/${name.replaceAll('+', '%2B')}@${encodeURIComponent(version)}?arch=${architecture}&distro=${distribution}`;
  return {
    type: 'library',
    name,
    version,
    'bom-ref': purl,
    purl,
    description: 'In the container image alone.',
    licenses: [{ license: { name: `see usr/share/doc/${name}/copyright in the image` } }],
  };
}
