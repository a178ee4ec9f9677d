/** The guide's section on containers, run to the letter by a shell, in namespaces that keep its changes from this machine. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { selfSignedCertificate } from '#support/certificate.ts';
import { type After, peerFolder } from './folder.ts';
import { imageStorage } from './image-storage.ts';
import { Daemon, run, runWell } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SHIM = fileURLToPath(new URL('docker.ts', import.meta.url));

/** The commands of the section, block by block. @throws where the guide has no such section */
function blocks(): string[] {
  const guide = readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8');
  const [, section = ''] = /\n### As a container\n(.*?)\n##+ /s.exec(guide) ?? [];
  const found = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (found.length !== 2) throw new Error(`The section has ${found.length} blocks of commands.`);
  return found;
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

/**
 * Runs it up to a started service. What it writes to the checkout and to /etc lies in memory and is gone at the end.
 * @param environment of the container that takes the place of the guide's: ports of this machine, a next hop, no DNS
 */
export async function walkContainerGuide(
  after: After,
  environment: Record<string, string>,
): Promise<WalkedGuide> {
  const store = peerFolder(after);
  const [build = '', start = ''] = blocks();
  const programs = join(store, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'docker'), `#!/bin/sh\nexec "${process.execPath}" "${SHIM}" "$@"\n`);
  chmodSync(join(programs, 'docker'), 0o755);
  const lineage = join(store, 'lineage');
  mkdirSync(lineage);
  const { cert, key } = selfSignedCertificate('mx.alias.example.org');
  writeFileSync(join(lineage, 'fullchain.pem'), cert);
  writeFileSync(join(lineage, 'privkey.pem'), key);
  const script = `
    mkdir "$STORE/memory" && mount -t tmpfs none "$STORE/memory"
    for folder in /etc "${ROOT}"; do
      over=$(mktemp --directory "$STORE/memory/XXXXXX") && mkdir "$over/upper" "$over/work"
      mount -t overlay none -o "lowerdir=$folder,upperdir=$over/upper,workdir=$over/work" "$folder"
    done
    cd "${ROOT}"
    ${build}
    RENEWED_LINEAGE=${lineage} sh deploy/certificate-hook
    ${start}
    echo 'the guide has ended'
    exec sleep infinity`;
  const guide = Daemon.start(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-eu', '-c', script],
    {
      env: {
        ...process.env,
        PATH: `${programs}:${process.env.PATH}`,
        STORE: store,
        CONTAINER_ENV: JSON.stringify(environment),
      },
    },
  );
  after(() => guide.end());
  await guide.ready(() => guide.output().includes('the guide has ended'), 240);
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
