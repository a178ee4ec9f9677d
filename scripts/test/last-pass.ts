/** The repository's files as they were when a check last passed, so that it looks only at what has changed. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** After a change of one of these everything is checked. */
const CONFIGURATION =
  /^(?:package(?:-lock)?\.json|\.oxlintrc\.json|biome\.json|(?:web\/)?tsconfig\.json)$/;

/** The files of today, and those that differ from the last pass. */
export class LastPass {
  readonly #kept: string;
  readonly #digests: ReadonlyMap<string, string>;
  /** Today's files, each with its text: tracked ones, and untracked ones that are not ignored; paths from the root. */
  readonly texts: ReadonlyMap<string, string>;
  /** Deleted files, too. */
  readonly changed: ReadonlySet<string>;
  /** Whether no file can be left out. */
  readonly everything: boolean;

  /** @param name of the check, which runs in the root of the repository */
  constructor(name: string) {
    this.#kept = `node_modules/.cache/${name}.json`;
    const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const files = (listed.stdout ?? '')
      .split('\n')
      .filter((file) => file !== '' && existsSync(file));
    this.texts = new Map(files.map((file) => [file, readFileSync(file, 'latin1')]));
    this.#digests = new Map([...this.texts].map(([file, text]) => [file, digestOf(text)]));
    const passed: Record<string, string> = existsSync(this.#kept)
      ? JSON.parse(readFileSync(this.#kept, 'utf8'))
      : {};
    this.changed = new Set([
      ...files.filter((file) => this.#digests.get(file) !== passed[file]),
      ...Object.keys(passed).filter((file) => !this.texts.has(file)),
    ]);
    this.everything =
      listed.status !== 0 || [...this.changed].some((file) => CONFIGURATION.test(file));
  }

  /** Notes that the check has passed for the files as they were when it began. */
  keep(): void {
    mkdirSync(dirname(this.#kept), { recursive: true });
    writeFileSync(this.#kept, JSON.stringify(Object.fromEntries(this.#digests)));
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');
