/** The names of senders in the store: a MAC to find one, and the sealed name, both bound to one alias. */

import { deriveKey } from '#secrets/derive-key.ts';
import { Mac } from '#secrets/mac.ts';
import { type Opened, Sealing } from '#secrets/sealing.ts';

/** 128 bits. */
const MAC_OCTETS = 16;
const FORM = /^[\w-]{22}$/;

/** Whether a text from outside has the form of a sender's MAC. */
export const isSender = (text: unknown): text is string =>
  typeof text === 'string' && FORM.test(text);

export class SenderNames {
  readonly #macs: readonly Mac[];
  readonly #sealing: Sealing;

  /** @param secrets the root secret, followed by earlier ones that are still accepted */
  constructor(secrets: readonly string[]) {
    this.#macs = secrets.map((secret) => new Mac(deriveKey(secret, 'sender')));
    this.#sealing = new Sealing(secrets.map((secret) => deriveKey(secret, 'sender name')));
  }

  /** The MAC of a sender for one alias, in base64url: it differs from alias to alias. */
  of(aliasId: string, name: string): string {
    const [first] = this.underEach(aliasId, name);
    if (first === undefined) throw new Error('missing secret');
    return first;
  }

  /** The same under each secret, the current one first. */
  underEach(aliasId: string, name: string): string[] {
    return this.#macs.map((mac) =>
      Buffer.from(mac.of(`${aliasId} ${name}`), 'latin1').toString('base64url', 0, MAC_OCTETS),
    );
  }

  /** @returns base64url that can be opened for this alias only */
  seal(aliasId: string, name: string): string {
    return this.#sealing.seal(aliasId, name);
  }

  /** @returns undefined if no accepted secret sealed it for this alias */
  open(aliasId: string, sealed: string): Opened['text'] | undefined {
    return this.#sealing.open(aliasId, sealed)?.text;
  }
}
