/** PostgreSQL of Debian in synchronous mode under its Patroni and etcd, with deploy/patroni.yml: a primary that fails is replaced. */

import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort, isTaken } from '#support/loopback.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon, runWell, until } from '../program.ts';
import { deployed } from './deployed.ts';

const MEMBERS = 3;
const HOST = '127.0.0.1';
/** The shortest value that Patroni accepts, in seconds: it keeps the test short. */
const SHORTEST = { ttl: 20, loop_wait: 1, retry_timeout: 3 };
/** It refuses to run as root; root, as which Debian's packages were installed, runs it as their user. */
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];

/** The members' view of each other. */
type ClusterState = { members: { name: string; role: string; state: string }[] };

/** One PostgreSQL with its Patroni. */
export class Member {
  readonly name: string;
  readonly port: number;
  readonly #rest: number;
  readonly #config: string;
  readonly #data: string;
  #daemon: Daemon | undefined;

  private constructor(name: string, ports: { server: number; rest: number }, folder: string) {
    this.name = name;
    this.port = ports.server;
    this.#rest = ports.rest;
    this.#config = join(folder, 'patroni.yml');
    this.#data = join(folder, 'data');
  }

  static async start(after: After, name: string, etcd: number): Promise<Member> {
    const folder = peerFolder(after);
    await runWell('chown', ['postgres', folder]);
    const ports = { server: await freePort(), rest: await freePort() };
    const member = new Member(name, ports, folder);
    writeFileSync(
      member.#config,
      deployed('patroni.yml', [
        [/^name: db1$/m, `name: ${name}`],
        [/10\.0\.0\.21:8008/g, `${HOST}:${ports.rest}`],
        [/10\.0\.0\.21:2379\S+/, `${HOST}:${etcd}`],
        [/10\.0\.0\.21:5432/g, `${HOST}:${ports.server}`],
        [/10\.0\.0\.0\/24/g, `${HOST}/32`],
        ['/var/lib/postgresql/15/veilpost', member.#data],
        ['/var/lib/postgresql/veilpost.pgpass', join(folder, 'pgpass')],
        ['/var/run/postgresql', folder],
        // Tests share the machine's kernel.
        ['mode: required', 'mode: "off"'],
        [/ttl: \d+/, `ttl: ${SHORTEST.ttl}`],
        [/loop_wait: \d+/, `loop_wait: ${SHORTEST.loop_wait}`],
        [/retry_timeout: \d+/, `retry_timeout: ${SHORTEST.retry_timeout}`],
      ]),
    );
    after(() => member.kill());
    member.start();
    return member;
  }

  start(): void {
    this.#daemon = Daemon.start('setpriv', [...AS_POSTGRES, '/usr/bin/patroni', this.#config]);
  }

  get output(): string {
    return this.#daemon?.output() ?? '';
  }

  /** Whether it holds the lock of the primary, and accepts writes. */
  async isPrimary(): Promise<boolean> {
    return (await this.#ask('/primary'))?.status === 200;
  }

  /** @returns undefined if it does not respond */
  async cluster(): Promise<ClusterState | undefined> {
    const answer = await this.#ask('/cluster');
    return answer && JSON.parse(await answer.text());
  }

  /** Kills Patroni and all processes of its server at once, as a crash of the machine would. */
  async kill(): Promise<void> {
    this.#signalAll('SIGKILL');
    await this.#daemon?.ended;
    await until('the server is gone', async () => !(await isTaken(this.port)));
  }

  /** Stops all of them: connections stay open without responses, as if the machine hangs. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  #signalAll(signal: 'SIGKILL' | 'SIGSTOP'): void {
    void this.#daemon?.signal(signal);
    // The first line of postmaster.pid, through which its child processes are found.
    const pid = Number(readIfThere(join(this.#data, 'postmaster.pid')).split('\n', 1)[0]);
    if (!(pid > 1) || !readIfThere(`/proc/${pid}/cmdline`).includes(this.#data)) return;
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended with its parent.
      }
    }
  }

  async #ask(path: string): Promise<Response | undefined> {
    return fetch(`http://${HOST}:${this.#rest}${path}`).catch(() => undefined);
  }
}

export class PatroniCluster {
  readonly #members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.#members = members;
  }

  /** Starts all, and waits for a primary and its standbys. */
  static async start(after: After): Promise<PatroniCluster> {
    const etcd = await startEtcd(after);
    const members: Member[] = [];
    for (let i = 1; i <= MEMBERS; i++) members.push(await Member.start(after, `member${i}`, etcd));
    const cluster = new PatroniCluster(members);
    await cluster.isWhole();
    return cluster;
  }

  /** Waits for a primary whose commits wait for a standby, with all members running. */
  async isWhole(): Promise<void> {
    const output = () => this.#members.map((member) => member.output.slice(-1500)).join('\n---\n');
    const isWhole = async () => {
      const members = (await this.#members[0]?.cluster())?.members ?? [];
      const running = members.filter(({ state }) => /^(?:running|streaming)$/.test(state));
      const has = (role: string) => running.some((member) => member.role === role);
      return running.length === MEMBERS && has('leader') && has('sync_standby');
    };
    await until('there is a primary with its standbys', isWhole, { seconds: 120, state: output });
  }

  async primary(): Promise<Member> {
    for (const member of this.#members) if (await member.isPrimary()) return member;
    throw new Error('the primary is missing');
  }

  /** Waits for another primary than this one. */
  async successorOf(former: Member): Promise<Member> {
    const others = this.#members.filter((member) => member !== former);
    const find = async () => {
      for (const member of others) if (await member.isPrimary()) return member;
      return undefined;
    };
    let found: Member | undefined;
    await until('another one is the primary', async () => (found = await find()) !== undefined);
    return found ?? assert.fail('there was a primary');
  }

  /** Makes a database with a user of its own. @returns its address, with all members; and with one alone */
  async database(name: string): Promise<{ url: string; at: (member: Member) => string }> {
    const { port } = await this.primary();
    const sql = postgres(`postgres://postgres:PASSWORD-1@${HOST}:${port}/postgres`, { max: 1 });
    await sql.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD 'PASSWORD'`);
    await sql.unsafe(`CREATE DATABASE ${name} OWNER ${name}`);
    await sql.end();
    const address = (members: readonly Member[]) =>
      `postgres://${name}:PASSWORD@${members.map((one) => `${HOST}:${one.port}`).join()}/${name}`;
    return { url: address(this.#members), at: (member) => address([member]) };
  }
}

/** @returns the port of its API */
async function startEtcd(after: After): Promise<number> {
  const folder = peerFolder(after);
  chmodSync(folder, 0o700);
  const [port, peers] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://${HOST}:${port}`, `http://${HOST}:${peers}`];
  const settings = {
    'data-dir': folder,
    logger: 'zap',
    'log-level': 'error',
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const daemon = Daemon.start('/usr/bin/etcd', args);
  after(() => daemon.end());
  await daemon.ready(async () => {
    const health = await fetch(`${clientUrl}/health`).catch(() => undefined);
    return health?.ok === true;
  });
  return port;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** By the fourth field of /proc/PID/stat, after the name in brackets (proc(5)). */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => {
      const fields = readIfThere(`/proc/${pid}/stat`).replace(/^.*\) /s, '');
      return Number(fields.split(' ')[1]) === parent;
    })
    .map(Number);
}
