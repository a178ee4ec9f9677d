/** The mail program of a person: Python's `email` writes, answers and reads (mail-program.py), swaks sends. */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { run, runWell } from './program.ts';

const PROGRAM = fileURLToPath(new URL('mail-program.py', import.meta.url));

export type Person = {
  name: string;
  address: string;
  /** Envelope sender in swaks's form; absent: the address. */
  sender?: string;
  /** Host name of the program's machine: in its greeting and its Message-IDs. */
  host: string;
  /** Minutes that its clock is ahead of UTC. */
  zone: number;
  /** Port of the person's own server. */
  port: number;
  /** Fields that the program adds. */
  fields?: readonly (readonly [name: string, value: string])[];
};

/** One character for each octet. */
export type Written = { id: string; text: string };

export type Read = {
  id: string;
  /** In-Reply-To and References. */
  answered: string[];
  references: string[];
  from: string;
  subject: string;
  replyTo: string | null;
  /** All texts that a reader could be shown: fields, part headers, file names and leaves, decoded. */
  texts: string[];
  /** Names of the defects that Python has found in its format. */
  defects: string[];
};

/** The answered mail, as stored, to all its recipients or to its author alone; or the recipient of a first message. */
export type Whom = { mail: string; all?: boolean } | { to: string; cc?: string };

/** @param form 0 to 4, as in the program */
export async function send(
  { port, fields = [], sender, ...person }: Person,
  whom: Whom,
  text: string,
  form: number,
): Promise<Written> {
  const answered = 'mail' in whom ? { answered: whom.mail } : {};
  const task = { ...person, fields, ...whom, ...answered, text, form };
  const written: Written & { recipients: string[] } = await python(task);
  const args =
    `--server 127.0.0.1:${port} --ehlo ${person.host} --from ${sender ?? person.address} --data -`.split(
      ' ',
    );
  const to = ['--to', written.recipients.join(',')];
  // swaks waits for the end of the data, and stuffs dots itself.
  const input = Buffer.from(`${written.text}.\r\n`, 'latin1');
  await runWell('swaks', [...args, ...to], { input });
  return written;
}

/** @param messages one character for each octet */
export function read(mails: readonly string[]): Promise<Read[]> {
  return python({ mails });
}

async function python<Answer>(task: object): Promise<Answer> {
  const input = JSON.stringify(task);
  const { code, output } = await run('/usr/bin/python3', [PROGRAM], { input });
  assert.equal(code, 0, output);
  const answer: Answer = JSON.parse(output);
  return answer;
}
