/**
 * `docker build`, `docker load` and `docker compose` for a machine without a container engine: buildah makes the image, and the commands of
 * deploy/compose.yaml run in it by chroot, with its settings, volumes and user. Ports are ports of the machine, which the test
 * names in CONTAINER_ENV; STORE is the folder for images, volumes and the log of the service.
 */

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseDotEnv } from '#app/config/env-file.ts';
import { imageStorage, until } from './program.ts';

type Service = {
  image: string;
  env_file: { path: string };
  environment: Record<string, string | number>;
  volumes: string[];
  read_only: boolean;
};
type Image = { Env: string[]; Cmd: string[]; User: string; Healthcheck: { Test: string[] } };

const { STORE = '', CONTAINER_ENV = '{}', COMPOSE_FILE = '' } = process.env;
const STORAGE = imageStorage(STORE);

/** @throws an Error with the command, if it does not end with 0 */
function run(command: string, args: string[], options: object = { stdio: 'inherit' }): string {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return stdout;
}

const printed = (command: string, args: string[]) =>
  run(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }).trim();

function imageConfig(image: string): Image {
  return JSON.parse(printed('buildah', [...STORAGE, 'inspect', '--type', 'image', image])).Docker
    .config;
}

/** The service's root folder on this machine; kept from call to call as an engine keeps a container. */
function rootOf(image: string): string {
  const known = printed('buildah', [...STORAGE, 'containers', '--quiet']);
  const container = known === '' ? printed('buildah', [...STORAGE, 'from', image]) : known;
  return printed('buildah', [...STORAGE, 'mount', container]);
}

/** Shell commands that give the root the mounts of the service, as an engine does. */
function mounts(service: Service, root: string, user: string): string {
  const bound = service.volumes.map((volume) => {
    const [from = '', to = '', mode] = volume.split(':');
    const source = from.startsWith('/') ? from : namedVolume(from, join(root, to), user);
    const bind = `mount --bind ${source} ${root}${to}`;
    return mode?.split(',').includes('ro')
      ? `${bind} && mount -o remount,ro,bind ${root}${to}`
      : bind;
  });
  const readOnly = service.read_only ? [`mount -o remount,ro,bind ${root}`] : [];
  return [`mount --bind ${root} ${root}`, ...readOnly, ...bound].join(' && ');
}

/** A volume starts with the image's content at its path, and its owner. */
function namedVolume(name: string, place: string, user: string): string {
  const folder = join(STORE, 'volumes', name);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    cpSync(place, folder, { recursive: true });
    run('chown', ['--recursive', user, folder]);
  }
  return folder;
}

/** The program and its arguments that run `command` in the service's container; none: what the image starts. */
function inContainer(command: string[]): [string, ...string[]] {
  const asJson = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';
  const composed = printed('/usr/bin/python3', ['-c', asJson, COMPOSE_FILE]);
  const service: Service = JSON.parse(composed).services.veilpost;
  const image = imageConfig(service.image);
  const dotEnv = resolve(dirname(COMPOSE_FILE), service.env_file.path);
  const settings = {
    ...Object.fromEntries(image.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    ...parseDotEnv(readFileSync(dotEnv, 'utf8')),
    ...service.environment,
    ...JSON.parse(CONTAINER_ENV),
  };
  const root = rootOf(service.image);
  const chroot = ['/usr/sbin/chroot', `--userspec=${image.User}`, root];
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`);
  const started = [...chroot, ...(command.length === 0 ? image.Cmd : command)];
  const script = `${mounts(service, root, image.User)} && cd / && exec env -i "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', ...environment, ...started];
}

/** `--wait`: runs the image's health check until it ends with 0. @throws if it does not within a minute */
async function untilHealthy(): Promise<void> {
  const [, ...check] = imageConfig('veilpost').Healthcheck.Test;
  const [program, ...rest] = inContainer(check);
  const isHealthy = () => spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
  const state = () => readFileSync(join(STORE, 'log'), 'utf8');
  await until('the service is healthy', isHealthy, { state });
}

async function compose(verb: string, args: string[]): Promise<void> {
  if (verb === 'up' && args.join(' ') === '--detach --wait') {
    const log = openSync(join(STORE, 'log'), 'a');
    const [program, ...rest] = inContainer([]);
    spawn(program, rest, { stdio: ['ignore', log, log], detached: true }).unref();
    return untilHealthy();
  }
  const [service, ...command] = args.filter((arg) => arg !== '--rm');
  if (!['run', 'exec'].includes(verb) || service !== 'veilpost') {
    throw new Error(`docker compose ${verb} ${args.join(' ')} is not known here`);
  }
  const [program, ...rest] = inContainer(command);
  run(program, rest);
}

/** The image that deploy/compose.yaml names, out of an archive. */
function load(archive: string): void {
  const from = `docker-archive:${resolve(archive)}:veilpost:latest`;
  const id = printed('buildah', [...STORAGE, 'pull', '--quiet', from]);
  run('buildah', [...STORAGE, 'tag', id, 'veilpost']);
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === 'build')
  run('buildah', [...STORAGE, 'build', '--isolation', 'chroot', '--format', 'docker', ...rest]);
else if (first === 'load' && rest[0] === '--input') load(rest[1] ?? '');
else if (first === 'compose') await compose(rest[0] ?? '', rest.slice(1));
else throw new Error(`docker ${first} is not known here`);
