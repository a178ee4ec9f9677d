/**
 * Log lines about deliveries: one for each message that was not delivered, with stage and reason, and one for each
 * suppressed duplicate. Optionally one for each delivered message.
 */

import { createHmac, type KeyObject } from 'node:crypto';
import { toBase32 } from '../return-path/base32.ts';
import type { Delivery, FarAnswer } from '../smtp/delivery.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { Recipient } from '../recipients/directory.ts';

/** 50 bits. */
const HASH_LENGTH = 10;

/**
 * `failures`: a line for each message that was not delivered. `words`: also the next hop's reply, without addresses.
 * `all`: also a line for each delivered message.
 */
export type MailLogging = 'failures' | 'words' | 'all';

/** One message for one recipient. */
export type Sent = {
  /** Of the message, as in Received and in our reply. */
  id: string;
  recipient: Recipient;
  /** From the delivery's begin to the verdict. */
  ms: number;
};

export class DeliveryLog {
  readonly #log: MailLog;
  readonly #key: KeyObject;
  readonly #logging: MailLogging;

  /** @param key for the hash of recipients: equal for equal recipients, and reveals nothing without the key */
  constructor(log: MailLog, key: KeyObject, logging: MailLogging) {
    this.#log = log;
    this.#key = key;
    this.#logging = logging;
  }

  note(delivery: Delivery, { id, recipient, ms }: Sent): void {
    if (delivery.kind === 'accepted') {
      if (this.#logging !== 'all') return;
      const server = delivery.peer?.host ?? null;
      return this.#log.info(
        { id, alias: this.#hash(recipient.shown), server, ms },
        'mail delivered',
      );
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
      `mail ${inDoubt ? 'in doubt' : delivery.kind === 'refused' ? 'rejected' : delivery.kind}`,
    );
  }

  /** The recipient already has this message. */
  suppressed({ id, recipient }: Pick<Sent, 'id' | 'recipient'>): void {
    this.#log.info({ id, alias: this.#hash(recipient.shown) }, 'duplicate suppressed');
  }

  #hash(shown: string): string {
    const mac = createHmac('sha256', this.#key).update(shown).digest();
    return toBase32(mac).slice(0, HASH_LENGTH);
  }
}

/**
 * Empty for our letters: a server that quotes the rejected message would put a sign-in link into the log. Also empty
 * for replies: a server may name the correspondent without the domain, and we do not know that name here.
 */
function saidAbout(recipient: Recipient, far: FarAnswer): string | undefined {
  if (recipient.kind === 'letter' || recipient.kind === 'reply') return undefined;
  return far.words([recipient.forwardPath, recipient.shown].map(localPart));
}

const localPart = (address: string) => address.slice(0, address.lastIndexOf('@'));
