/** What the real mail servers have in common: one set of mailboxes and answers, in three configurations. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { After } from '../folder.ts';
import { runWell } from '../program.ts';

/** Mailboxes of these domains lie on the server. */
export const MAILBOX_DOMAIN = 'mailbox.test';
export const ORIGIN_DOMAIN = 'origin.test';

export const JANE = `jane@${MAILBOX_DOMAIN}`;
export const JOHN = `john@${MAILBOX_DOMAIN}`;
/** Every server answers 451 4.2.0 for it, as one does that greylists. */
export const LATER = `later@${MAILBOX_DOMAIN}`;
/** No server knows it. */
export const NOBODY = `nobody@${MAILBOX_DOMAIN}`;
/** Who sends mail, and gets the bounces. */
export const ANN = `ann@${ORIGIN_DOMAIN}`;

export const MAILBOXES = [JANE, JOHN, ANN];

/** Octets of a message that each server takes at most. */
export const SIZE_LIMIT = 200_000;

export type MailServerOptions = {
  /** How long it tries, as Postfix writes it; absent: five days. */
  queueLife?: string;
  /**
   * Port on this machine that mail for the alias domain is sent on to, with new attempts every second or two as long
   * as they fail for the moment; absent: that mail is not taken.
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
    return []; // Servers make the folder when the first message comes.
  }
}

/** Whether a folder and those below hold no file; one that is not there yet holds none. */
export function holdsNoFile(folder: string): boolean {
  const options = { recursive: true, withFileTypes: true } as const;
  return !existsSync(folder) || !readdirSync(folder, options).some((entry) => entry.isFile());
}

/** Certificate and key in one PEM file, by a tool that is not ours. */
export async function makeCertificate(file: string, host: string): Promise<void> {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-noenc',
    '-days',
    '2',
    '-subj',
    `/CN=${host}`,
  ];
  await runWell('openssl', [...args, '-keyout', file, '-out', `${file}.crt`]);
  await runWell('sh', ['-c', 'cat "$0.crt" >> "$0" && chmod 600 "$0"', file]);
}
