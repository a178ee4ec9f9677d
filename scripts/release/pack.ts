/** Archives whose octets depend on their content alone (reproducible-builds.org/docs/archives). */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Release = {
  version: string;
  /** Seconds since 1970 of every entry. */
  epoch: number;
};

/** @param file the archive to write, .tar.gz; it contains one folder, with the version in its name */
export async function packFolder(folder: string, file: string, release: Release): Promise<void> {
  const gzip = '--use-compress-program=gzip -n';
  // Names of links and their targets stay as they are.
  const renamed = `--transform=flags=rSH;s,^\\.,veilpost-${release.version},`;
  await tar(folder, file, release, [gzip, renamed, '.']);
}

/**
 * Builds the image by buildah, which needs no service, and packs it as `docker load` and `podman load` read it.
 * @param sources folder in which image-root/ is built
 * @param file the archive to write, .tar
 */
export async function packImage(sources: string, file: string, release: Release): Promise<void> {
  const work = mkdtempSync(join(dirname(file), 'image-'));
  const storage = [
    '--storage-driver',
    'vfs',
    '--root',
    `${work}/images`,
    '--runroot',
    `${work}/run`,
  ];
  const buildah = (...args: string[]) => run('buildah', [...storage, ...args], sources);
  try {
    const tag = 'localhost/veilpost:built';
    const same = ['--timestamp', String(release.epoch), '--identity-label=false'];
    const how = ['--isolation', 'chroot', '--format', 'docker', '--quiet'];
    await buildah('build', ...how, ...same, '--file', 'deploy/Containerfile', '--tag', tag, '.');
    await buildah('push', '--quiet', tag, `docker-archive:${work}/pushed.tar:${tag}`);
    mkdirSync(join(work, 'pushed'));
    await run('tar', ['--extract', '--file', '../pushed.tar'], join(work, 'pushed'));
    await packLayers(join(work, 'pushed'), file, release);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Buildah names the container in which it built, and its host: both names are random, and no program reads them. */
async function packLayers(pushed: string, file: string, release: Release): Promise<void> {
  const read = (name: string) => JSON.parse(readFileSync(join(pushed, name), 'utf8'));
  const [{ Config, Layers }]: [{ Config: string; Layers: string[] }] = read('manifest.json');
  const image = read(Config);
  delete image.container;
  delete image.config.Hostname;
  delete image.container_config;
  const packed = join(pushed, 'packed');
  mkdirSync(packed);
  writeFileSync(join(packed, 'config.json'), JSON.stringify(image));
  // deploy/compose.yaml names it without a version.
  const tags = [`veilpost:${release.version}`, 'veilpost:latest'];
  const manifest = [{ Config: 'config.json', RepoTags: tags, Layers }];
  writeFileSync(join(packed, 'manifest.json'), JSON.stringify(manifest));
  for (const layer of Layers) renameSync(join(pushed, layer), join(packed, layer));
  await tar(packed, file, release, ['--mode=0644', 'manifest.json', 'config.json', ...Layers]);
}

function tar(
  folder: string,
  file: string,
  { epoch }: Release,
  what: readonly string[],
): Promise<void> {
  const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner'];
  return run('tar', ['--create', '--file', file, '--format=gnu', ...same, ...what], folder);
}

/** Runs a program to its end. @throws if it is missing or ends with an error; its output is on standard error */
export async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
}
