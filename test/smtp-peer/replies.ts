/** Replies of a server (RFC 5321 section 4.2.1). */

import { Lines } from './lines.ts';

export type Reply = {
  code: number;
  /** All lines, without the last CRLF. */
  text: string;
  lastLine: string;
};

/** The replies that a client has received. */
export class Replies {
  readonly #lines = new Lines();
  /** The lines of a reply that is not whole yet. */
  #begun: string[] = [];

  add(octets: Buffer): void {
    this.#lines.add(octets);
  }

  /** The next whole reply. */
  next(): Reply | undefined {
    for (let line = this.#lines.line(); line !== undefined; line = this.#lines.line()) {
      this.#begun.push(line);
      if (line[3] === '-') continue;
      const text = this.#begun.splice(0).join('\r\n');
      return { code: Number(line.slice(0, 3)), text, lastLine: line };
    }
    return undefined;
  }

  /** Everything that waits, consumed. At STARTTLS it is discarded (RFC 3207 section 4.2). */
  rest(): string {
    const begun = this.#begun.splice(0).map((line) => `${line}\r\n`);
    return begun.join('') + this.#lines.rest().toString('latin1');
  }
}

/** A reply of several lines, without the last CRLF. */
export const replyOf = (code: number, texts: readonly string[]): string =>
  texts.map((text, i) => `${code}${i === texts.length - 1 ? ' ' : '-'}${text}`).join('\r\n');
