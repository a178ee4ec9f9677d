/** The guide's section on containers, from its first line to a started service. */

import { type After, peerFolder } from './folder.ts';
import { blocks, follow } from './guide-host.ts';
import { imageStorage, run, runWell } from './program.ts';

/** The start of the section: a host on which section 2 was followed, or the archives of a release on a bare one. */
export type Beginning = 'section 2' | { archives: string };

/** @returns the commands in their order */
function commandsOf(beginning: Beginning): string[] {
  const prepare = blocks('## 2. The program', 1);
  const clone = blocks('### From the repository', 1);
  const [build = '', load = '', settings = '', start = ''] = blocks('### As a container', 4);
  const webServer = blocks('## 4. The web server and the certificate', 2);
  const program = beginning === 'section 2' ? [...prepare, ...clone, build] : [load];
  // On a bare host the web server is installed, as section 4 requires.
  const packages = beginning === 'section 2' ? [] : ['apt-get install nginx certbot'];
  return [...program, settings, ...packages, ...webServer, start];
}

export type WalkedGuide = {
  /** The folder of images, volumes and the log of the service. */
  store: string;
  /** The root folder of the image. */
  image: string;
  octets: number;
  /** Those of org.opencontainers.image, by their last word. */
  labels: Record<string, string>;
  printed: () => string;
};

/** @param environment of the container, in place of the guide's: ports of this machine, a next hop, no DNS */
export async function walkContainerGuide(
  after: After,
  environment: Record<string, string>,
  beginning: Beginning,
): Promise<WalkedGuide> {
  const store = peerFolder(after);
  const guide = await follow(after, commandsOf(beginning), {
    store,
    hasNode: beginning === 'section 2',
    ...(beginning !== 'section 2' && beginning),
    environment: { CONTAINER_ENV: JSON.stringify(environment) },
  });
  const buildah = async (...args: string[]) =>
    (await run('buildah', [...imageStorage(store), ...args])).output.trim();
  after(() => runWell('rm', ['-rf', `${store}/images`, `${store}/volumes`]));
  const image = await buildah('mount', await buildah('containers', '--quiet'));
  const [{ size }]: [{ size: string }] = JSON.parse(await buildah('images', '--json'));
  const inspected: { Docker: { config: { Labels: Record<string, string> } } } = JSON.parse(
    await buildah('inspect', '--type', 'image', 'veilpost'),
  );
  const labels = Object.entries(inspected.Docker.config.Labels).map(
    ([name, value]) => [name.replace('org.opencontainers.image.', ''), value] as const,
  );
  return {
    store,
    image,
    octets: Number.parseFloat(size) * 1e6,
    labels: Object.fromEntries(labels),
    printed: guide.output,
  };
}
