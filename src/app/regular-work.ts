/** The periodic work of the running service. */

import { COMPLAINT_LIFE_MS, HISTORY_LIFE_MS } from '#rules/history.ts';
import type { Ownership } from '#rules/ownership.ts';
import { expireUnconfirmed } from '#store/owners/expiry.ts';
import type { Letters } from '#auth/letters/letters.ts';
import type { MailEngine } from './mail-engine.ts';
import { compareOwnership } from './database/ownership-mode.ts';
import { certificateKey, rememberedKeys } from './keys/tls-keys.ts';
import type { OpenPolicies } from './net/policies.ts';
import type { StartedSigning } from './keys/signing-key.ts';
import type { SharedParts } from './config/shared-parts.ts';
import type { OpenTlsReports } from './tls-reports.ts';

/** The intervals of counting aliases, deleting expired rows, and retrying letters, in milliseconds. */
const COUNT_MS = 60_000;
const FORGET_MS = 3_600_000;
const RETRY_MS = 30_000;
/** Messages to one alias within this time are one row of the history. */
const HISTORY_MS = 10_000;
const FULL_HISTORY_MS = 1000;
/** The interval of checking the file of DKIM_KEY, in milliseconds. */
const KEY_FILE_MS = 10_000;

export type RegularWorkOptions = SharedParts & {
  ownership: Ownership;
  engine: MailEngine;
  policies: OpenPolicies;
  tlsReports: OpenTlsReports;
  letters: Letters;
  signingKey: StartedSigning;
  countAliases: () => Promise<void>;
};

/** Starts it, without keeping the process alive. @returns stops it */
export function startRegularWork(options: RegularWorkOptions): () => void {
  const { store, ownership, policies, tlsReports, letters, signingKey, log } = options;
  const timers = [
    repeat(COUNT_MS, options.countAliases),
    repeat(COUNT_MS, () => compareOwnership(store, ownership, log)),
    repeat(COUNT_MS, () => policies.refresh()),
    repeat(COUNT_MS, () => tlsReports.work()),
    repeat(COUNT_MS, () => noteCertificate(options)),
    repeat(FORGET_MS, () => forgetExpired(options)),
    repeat(RETRY_MS, () => letters.sendAgain()),
    repeat(KEY_FILE_MS, async () => signingKey.readKey(false)),
  ];
  return () => timers.forEach(clearInterval);
}

/**
 * Writes the history of mail regularly. @returns stops it after the last message, which may take minutes at a shutdown
 */
export function startHistory(engine: MailEngine): () => void {
  const timers = [
    repeat(FULL_HISTORY_MS, () => engine.writeFullHistory()),
    repeat(HISTORY_MS, () => engine.writeHistory()),
  ];
  return () => timers.forEach(clearInterval);
}

/** Keeps the key before the last change, as `npx veilpost dns` prints its record too. */
async function noteCertificate({ config, store }: RegularWorkOptions): Promise<void> {
  const current = certificateKey(config);
  if (current === undefined) return;
  try {
    await rememberedKeys(store, current);
  } catch {
    // The store does not respond: the next minute is soon enough.
  }
}

async function forgetExpired(options: RegularWorkOptions): Promise<void> {
  const { store, config, ownership, engine, log } = options;
  const { owners } = store;
  const now = Date.now();
  try {
    await owners.switchOffEnded(now);
    await store.forgetExpired(now);
    await store.stsPolicies.forgetExpired(now);
    await store.auth.sweep(now);
    await store.senders.forgetExpired(now);
    await store.history.forgetBefore(now - HISTORY_LIFE_MS);
    await store.complaints.forgetBefore(now - COMPLAINT_LIFE_MS);
    const gone = await expireUnconfirmed({ owners, space: config.names, ownership, now });
    for (const alias of gone) engine.switched(alias);
  } catch (err) {
    log.warn({ err }, 'cannot delete expired rows; retrying in an hour');
  }
}

const repeat = (ms: number, work: () => Promise<void>) =>
  setInterval(() => void work(), ms).unref();
