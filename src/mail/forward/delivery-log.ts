/** One line in the log for each mail that did not arrive: where it failed, and why; for each copy that was held back; and, if asked for, for each mail that arrived. */

import { createHmac, type KeyObject } from 'node:crypto';
import { toBase32 } from '../return-path/base32.ts';
import type { Delivery, FarAnswer } from '../smtp/delivery.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { Recipient } from '../recipients/directory.ts';

/** 50 bits. */
const HASH_LENGTH = 10;

/**
 * `failures`: a line for each mail that did not arrive. `words`: with the next hop's reply in it, without addresses. `all`: besides, a line
 * for each mail that arrived.
 */
export type MailLogging = 'failures' | 'words' | 'all';

/** One message for one recipient. */
export type Sent = {
  /** Of the message, as Received and our reply have it. */
  id: string;
  recipient: Recipient;
  /** From the hand-over to the verdict. */
  ms: number;
};

export class DeliveryLog {
  readonly #log: MailLog;
  readonly #key: KeyObject;
  readonly #logging: MailLogging;

  /**
   * @param key of the hash that stands for a recipient: equal for the same one, and without the key it reveals nothing
   */
  constructor(log: MailLog, key: KeyObject, logging: MailLogging) {
    this.#log = log;
    this.#key = key;
    this.#logging = logging;
  }

  note(delivery: Delivery, { id, recipient, ms }: Sent): void {
    if (delivery.kind === 'accepted') {
      if (this.#logging !== 'all') return;
      const server = delivery.peer?.host ?? null;
      return this.#log.info({ id, alias: this.#hash(recipient.shown), server, ms }, 'mail arrived');
    }
    const { reply, peer, stage = 'prepare', far } = delivery;
    const inDoubt = delivery.kind === 'deferred' && delivery.unknown === true;
    const untrusted = delivery.kind === 'deferred' ? delivery.untrusted : undefined;
    const { code, enhanced } = far ?? reply;
    const fields = {
      id,
      alias: this.#hash(recipient.shown),
      server: peer?.host ?? null,
      tls: peer?.tls ?? null,
      stage,
      code,
      enhanced,
      ms,
    };
    const said = this.#logging !== 'failures' && far ? saidAbout(recipient, far) : undefined;
    this.#log.warn(
      { ...fields, ...(untrusted && { untrusted }), ...(said !== undefined && { said }) },
      `mail ${inDoubt ? 'in doubt' : delivery.kind}`,
    );
  }

  /** A recipient had this very message already. */
  heldBack({ id, recipient }: Pick<Sent, 'id' | 'recipient'>): void {
    this.#log.info({ id, alias: this.#hash(recipient.shown) }, 'copy held back');
  }

  #hash(shown: string): string {
    const mac = createHmac('sha256', this.#key).update(shown).digest();
    return toBase32(mac).slice(0, HASH_LENGTH);
  }
}

/**
 * Empty for a letter of ours: a server that quotes the refused message would put a sign-in link into the log. And for a reply: the
 * correspondent, whom a server may name without the domain, is not known here.
 */
function saidAbout(recipient: Recipient, far: FarAnswer): string | undefined {
  if (recipient.kind === 'letter' || recipient.kind === 'reply') return undefined;
  return far.words([recipient.forwardPath, recipient.shown].map(localPart));
}

const localPart = (address: string) => address.slice(0, address.lastIndexOf('@'));
