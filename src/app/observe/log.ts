/** The log: one JSON line per event on standard output, or a short plain line on a terminal. */

import { type Logger, pino } from 'pino';
import { priority } from './journal.ts';
import { withoutAddresses } from './redaction.ts';

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
