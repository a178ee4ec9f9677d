/**
 * Priorities for systemd's journal: it reads one at the start of each line (sd-daemon(3)) and keeps it with the line.
 */

import { fstatSync } from 'node:fs';

/** Of syslog(3), by the log's own names. */
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
