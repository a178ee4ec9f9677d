/** The threads that a mailbox shows: by the ids of its messages, as mail programs join them. */

const ID = /<([^<>\s]+)>/g;

/** The ids in one field of a message. */
export function ids(text: string, name: string): string[] {
  const header = text.slice(0, text.indexOf('\r\n\r\n') + 2).replaceAll(/\r\n[ \t]+/g, ' ');
  const field = new RegExp(`^${name}:(.*)\r$`, 'im').exec(header)?.[1] ?? '';
  return [...field.matchAll(ID)].map(([, id = '']) => id);
}

/** A mail program: it answers the last received message, and keeps the ids of all. */
export class Mailbox {
  readonly known = new Set<string>();
  #last = '';

  take(text: string): void {
    this.#last = text;
    for (const id of ids(text, 'Message-ID')) this.known.add(id);
  }

  /** RFC 5322 section 3.6.4. @returns fields of the thread */
  answer(id: string): string {
    this.known.add(id);
    const [last] = ids(this.#last, 'Message-ID');
    const all = [...ids(this.#last, 'References'), ...(last === undefined ? [] : [last])];
    const references = all.map((one) => `<${one}>`).join('\r\n ');
    return (
      `Message-ID: <${id}>\r\n` +
      (last === undefined ? '' : `In-Reply-To: <${last}>\r\nReferences: ${references}\r\n`)
    );
  }
}

/** The ids that a message answers. */
export const named = (text: string) => [...ids(text, 'References'), ...ids(text, 'In-Reply-To')];
