/** The running subjects. */

import type { Subject } from './subject.ts';

export class Fleet {
  readonly #oneStart: boolean;
  #kind = '';
  #subjects: Subject[] = [];

  /** @param oneStart whether subjects serve row after row of the same kind; else each row gets fresh ones */
  constructor(oneStart: boolean) {
    this.#oneStart = oneStart;
  }

  /** @param starts in this order; @param kind equal for rows whose subjects are started alike */
  async of(kind: string, starts: readonly (() => Promise<Subject>)[]): Promise<Subject[]> {
    if (this.#oneStart && kind === this.#kind) return this.#subjects;
    await this.stop();
    this.#kind = kind;
    this.#subjects = [];
    for (const start of starts) this.#subjects.push(await start());
    return this.#subjects;
  }

  async stop(): Promise<void> {
    for (const subject of this.#subjects.splice(0)) await subject.stop();
  }
}
