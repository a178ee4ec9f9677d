/** The keys of the mail engine, all derived from one root secret (HKDF, RFC 5869). */

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Key objects: a Buffer would be converted into one for each MAC, which costs more than the MAC. */
export type MailKeys = {
  /** Signs rewritten senders; the first makes them, all are believed. */
  returnPath: readonly KeyObject[];
  /** Seals correspondents in reply addresses; the first makes them, all are believed. */
  reply: readonly KeyObject[];
  /** Seals the Message-IDs of owners; the first makes them, all are believed. */
  messageId: readonly KeyObject[];
  /** Hides senders, recipients and messages in the ledger. */
  ledger: KeyObject;
  /** Takes fingerprints of messages. */
  fingerprint: KeyObject;
  /** Takes those of short ones. */
  shortFingerprint: KeyObject;
  /** Signs loop marks. */
  loop: KeyObject;
  /** Hides recipients in the log. */
  log: KeyObject;
};

/** @param secrets the root secret, and behind it earlier ones that are still accepted; at least one */
export function deriveKeys(secrets: readonly string[]): MailKeys {
  const [current = ''] = secrets;
  return {
    returnPath: secrets.map((secret) => derive(secret, 'return-path')),
    reply: secrets.map((secret) => derive(secret, 'reply')),
    messageId: secrets.map((secret) => derive(secret, 'message-id')),
    ledger: derive(current, 'ledger'),
    fingerprint: derive(current, 'fingerprint'),
    shortFingerprint: derive(current, 'short fingerprint'),
    loop: derive(current, 'loop'),
    log: derive(current, 'log'),
  };
}

function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `veilpost ${purpose}`, 32)));
}
