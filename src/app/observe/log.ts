/** The log: one JSON line per event on standard output, or a short plain line on a terminal. */

import { fstatSync } from 'node:fs';
import { type Logger, pino } from 'pino';

export type Log = Logger;

type Sink = { write(line: string): void };

/**
 * A log into `sink`. No email address that a room or a library puts into a line leaves the process: each finished line
 * is searched before it is written.
 * @param readable short lines for a person instead of JSON
 * @param journal whether systemd's journal reads it: each line states its priority
 */
export function createLog(sink: Sink, readable: boolean, journal = false): Log {
  return pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite(line) {
          const redacted = withoutAddresses(line);
          const shown = readable ? readableLine(redacted) : redacted;
          return journal ? `${priority(levelOf(redacted))}${shown}` : shown;
        },
      },
    },
    sink,
  );
}

type Entry = { level: string; time: string; msg?: string; err?: { stack?: string } };

/** The level is the first field of a line. */
function levelOf(json: string): string {
  return /^\{"level":"([a-z]+)"/.exec(json)?.[1] ?? '';
}

/** `12:03:01 warn  what happened name=value`; the stack of an error in the lines below. */
function readableLine(json: string): string {
  const entry: Entry = JSON.parse(json);
  const { level, time, msg = '', err, ...fields } = entry;
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${pairs.join('')}${stack}\n`;
}

/**
 * Anything that looks like `local@domain`, with every sign of RFC 5322 section 3.2.3 but two: an apostrophe at the
 * beginning may be a quotation mark of the text, and a slash ends the local part, so that file names with an at sign in
 * a folder's name stay readable in a stack. The local part may be a quoted string, whose quotes JSON has escaped, and
 * the domain an address in brackets. Other escapes of JSON are matched first, to be kept: the n of a line break is not
 * part of the address after it.
 */
const ADDRESS =
  /(\\(?:u[0-9a-f]{4}|[^"u]))|(?:\\"[^"\\]{1,64}\\"|[^\s"'<>()[\],;:/\\@][^\s"<>()[\],;:/\\@]{0,319})(?:@(?:\[[^\s"\]\\]{1,64}\]|[^\s"'<>()[\]{},;:=/\\@]+))+/gi;

/** Without email addresses. @param json one line; it stays valid JSON */
function withoutAddresses(json: string): string {
  if (!json.includes('@')) return json;
  return json.replace(ADDRESS, (_, escaped?: string) => escaped ?? '<address>');
}

/** Priorities of syslog(3), by the log's own names: systemd's journal reads one at the start of each line (sd-daemon(3)). */
const PRIORITIES: Record<string, number> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
  trace: 7,
};

/**
 * Whether a stream is the journal. JOURNAL_STREAM names the device and the inode of the stream that systemd opened; a
 * redirected stream has others.
 * @param fd 1 or 2
 * @param journalStream the variable's value
 */
export function isJournal(fd: number, journalStream: string | undefined): boolean {
  if (!journalStream) return false;
  try {
    const { dev, ino } = fstatSync(fd, { bigint: true });
    return journalStream === `${dev}:${ino}`;
  } catch {
    // A closed stream has no reader.
    return false;
  }
}

/** The prefix of a line of this level: `<4>` for `warn`. */
export function priority(level: string): string {
  return `<${PRIORITIES[level] ?? PRIORITIES.info}>`;
}
