/** The common part of the real mail servers: one set of mailboxes and answers, in three configurations. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { After } from '../folder.ts';
import { runWell } from '../program.ts';

/** The domains with mailboxes on the server. */
export const MAILBOX_DOMAIN = 'mailbox.test';
export const ORIGIN_DOMAIN = 'origin.test';

export const JANE = `jane@${MAILBOX_DOMAIN}`;
export const JOHN = `john@${MAILBOX_DOMAIN}`;
/** Every server answers 451 4.2.0 for it, as greylisting does. */
export const LATER = `later@${MAILBOX_DOMAIN}`;
/** Unknown to every server. */
export const NOBODY = `nobody@${MAILBOX_DOMAIN}`;
/** The sender of mail, who gets the bounces. */
export const ANN = `ann@${ORIGIN_DOMAIN}`;

export const MAILBOXES = [JANE, JOHN, ANN];

/** The largest message of each server, in octets. */
export const SIZE_LIMIT = 200_000;

export type MailServerOptions = {
  /** Its queue lifetime, in Postfix's syntax; absent: five days. */
  queueLife?: string;
  /**
   * Port on this machine for mail to the alias domain, with retries every second or two while it is deferred; absent:
   * that message is rejected.
   */
  relayTo?: number;
};

export type MailServer = {
  name: string;
  /** On 127.0.0.1; it offers STARTTLS with a self-signed certificate. */
  port: number;
  /** The messages in a mailbox as they were stored: lines end with LF. */
  mailbox: (address: string) => Buffer[];
  /** Whether nothing waits to be sent or stored. */
  queueIsEmpty: () => boolean;
  log: () => string;
};

export type StartMailServer = (after: After, options?: MailServerOptions) => Promise<MailServer>;

/** The messages of a maildir. */
export function maildir(folder: string): Buffer[] {
  try {
    return readdirSync(join(folder, 'new'))
      .toSorted()
      .map((file) => readFileSync(join(folder, 'new', file)));
  } catch {
    return []; // Servers create the folder with the first message.
  }
}

/** Whether folders and their subfolders are without files; a missing folder counts as empty. */
export function holdNoFile(folders: readonly string[]): boolean {
  // Twice: a file that moves to a folder that was read before, from one that is read later, is in neither.
  return [...folders, ...folders].every(holdsNoFile);
}

function holdsNoFile(folder: string): boolean {
  const options = { recursive: true, withFileTypes: true } as const;
  try {
    return !existsSync(folder) || !readdirSync(folder, options).some((entry) => entry.isFile());
  } catch (error) {
    // A subfolder was deleted meanwhile, with the message that it was made for.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Certificate and key in one PEM file, made by openssl. */
export async function makeCertificate(file: string, host: string): Promise<void> {
  const args = 'req -x509 -newkey rsa:2048 -noenc -days 2 -subj'.split(' ');
  await runWell('openssl', [...args, `/CN=${host}`, '-keyout', file, '-out', `${file}.crt`]);
  await runWell('sh', ['-c', 'cat "$0.crt" >> "$0" && chmod 600 "$0"', file]);
}
