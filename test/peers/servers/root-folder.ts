import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type After, peerFolder } from '../folder.ts';
import { Daemon, runWell } from '../program.ts';

/** The folder into which scripts/install-peers.sh unpacks. */
const UNPACKED =
  process.env.PEERS_FOLDER ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'veilpost-peers');

/** User ids from this number on are unused on the machine. */
const FIRST_ID = 60_601;

/**
 * A copy of an unpacked server with its surroundings, for chroot(8): a package that excludes the installed one runs
 * in parallel, with its own users, at its compiled-in paths.
 */
export class RootFolder {
  readonly #path: string;
  readonly #ids: ReadonlyMap<string, number>;

  private constructor(path: string, users: readonly string[]) {
    this.#path = path;
    this.#ids = new Map([['root', 0], ...users.map((user, i) => [user, FIRST_ID + i] as const)]);
  }

  /** @param name of the unpacked folder */
  static async make(after: After, name: string, users: readonly string[]): Promise<RootFolder> {
    const unpacked = join(UNPACKED, name);
    if (!existsSync(unpacked)) {
      throw new Error(`${unpacked} is missing: run scripts/install-peers.sh as root`);
    }
    const root = new RootFolder(join(peerFolder(after), 'root'), users);
    await runWell('cp', ['-a', unpacked, root.#path]);
    for (const folder of ['dev', 'etc', 'tmp', 'var']) root.folder(folder);
    chmodSync(root.at('tmp'), 0o1777);
    await runWell('mknod', ['-m', '666', root.at('dev/null'), 'c', '1', '3']);
    const lines = (line: (user: string, id: number) => string) =>
      Array.from(root.#ids, ([user, id]) => `${line(user, id)}\n`).join('');
    root.file(
      'etc/passwd',
      lines((user, id) => `${user}:x:${id}:${id}::/:/bin/sh`),
    );
    root.file(
      'etc/group',
      lines((user, id) => `${user}:x:${id}:`),
    );
    root.file('etc/hosts', '127.0.0.1 localhost\n');
    return root;
  }

  /** A path within, seen from the machine. */
  at(path: string): string {
    return join(this.#path, path);
  }

  folder(path: string, owner = 'root'): void {
    mkdirSync(this.at(path), { recursive: true });
    this.give(path, owner);
  }

  file(path: string, text: string): void {
    writeFileSync(this.at(path), text);
  }

  give(path: string, owner: string): void {
    const id = this.#ids.get(owner) ?? 0;
    chownSync(this.at(path), id, id);
  }

  /** Runs a program of the folder in it, to its end, as root with the group of a user. */
  async run(group: string, program: string, args: readonly string[]): Promise<void> {
    const id = this.#ids.get(group) ?? 0;
    await runWell('chroot', [`--userspec=0:${id}`, this.#path, program, ...args]);
  }

  start(after: After, port: number, program: string, args: readonly string[]): Promise<Daemon> {
    return Daemon.at(port, after, 'chroot', [this.#path, program, ...args]);
  }
}
