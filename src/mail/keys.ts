/** The keys of the mail engine, all derived from one root secret (HKDF, RFC 5869). */

import type { KeyObject } from 'node:crypto';
import { deriveKey } from '#secrets/derive-key.ts';

/** Key objects: a Buffer would be converted into one for each MAC, which costs more than the MAC. */
export type MailKeys = {
  /** Signs rewritten senders; the first key signs, all of them verify. */
  returnPath: readonly KeyObject[];
  /** Seals correspondents in reply addresses; the first key seals, all of them open. */
  reply: readonly KeyObject[];
  /** Seals owners' Message-IDs; the first key seals, all of them open. */
  messageId: readonly KeyObject[];
  /** Hides senders, recipients and messages in the ledger. */
  ledger: KeyObject;
  /** Fingerprints messages. */
  fingerprint: KeyObject;
  /** Fingerprints short messages. */
  shortFingerprint: KeyObject;
  /** Signs loop marks. */
  loop: KeyObject;
  /** Hides recipients in the log. */
  log: KeyObject;
};

/** @param secrets the root secret, followed by earlier ones that are still accepted; at least one */
export function deriveKeys(secrets: readonly string[]): MailKeys {
  const [current = ''] = secrets;
  return {
    returnPath: secrets.map((secret) => deriveKey(secret, 'return-path')),
    reply: secrets.map((secret) => deriveKey(secret, 'reply')),
    messageId: secrets.map((secret) => deriveKey(secret, 'message-id')),
    ledger: deriveKey(current, 'ledger'),
    fingerprint: deriveKey(current, 'fingerprint'),
    shortFingerprint: deriveKey(current, 'short fingerprint'),
    loop: deriveKey(current, 'loop'),
    log: deriveKey(current, 'log'),
  };
}
