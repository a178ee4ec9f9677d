/**
 * Files of settings: the file of `--env-file`, which systemd gives to the service, and `.env`. No message holds a
 * value.
 */

import { parseEnv } from 'node:util';
import { Fault } from './fault.ts';

export type Settings = Record<string, string>;

/** A blank line or a comment, also after a byte order mark. */
const NOTHING = /^\uFEFF?[ \t]*(?:[#;].*)?$/;
const SETTING = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;

/**
 * Reads a file as systemd does (systemd.exec(5), EnvironmentFile). Rejects what systemd would skip, and what Node or
 * Docker would read differently: else a command would use other settings than the service.
 * @param file its name for the message
 * @throws Fault
 */
export function parseEnvFile(text: string, file: string): Settings {
  const settings: Settings = {};
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const where = `in line ${i + 1} of ${file}`;
    // After a comment, too: systemd before version 254 joins it to the next line.
    if (line.endsWith('\\')) {
      throw new Fault(`Trailing backslash ${where}: write each setting and comment on one line.`);
    }
    if (NOTHING.test(line)) continue;
    const [, name, written = ''] = SETTING.exec(line) ?? [];
    if (name === undefined) {
      throw new Fault(
        `Not a setting ${where}: write NAME=value, without export, in a file without a byte order mark.`,
      );
    }
    const [, double, single] = QUOTED.exec(written) ?? [];
    const value = double ?? single;
    const remedy = value === undefined ? remedyFor(written) : undefined;
    if (remedy !== undefined)
      throw new Fault(
        `${name} ${where} is ambiguous, because programs read it differently: ${remedy}.`,
      );
    settings[name] = value ?? written;
  }
  return settings;
}

/** @param written a value without quotes around all of it @returns undefined if every program reads it the same way */
function remedyFor(written: string): string | undefined {
  if (/(?:^|[ \t])#/.test(written)) return 'put the comment on a line of its own';
  if (/^["'`]/.test(written)) return 'put the whole value in single or double quotes, on one line';
  return written.includes('\\') ? 'put a value with a backslash in single quotes' : undefined;
}

/** An unquoted value with a `#` inside: Node starts a comment there, Docker does not. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?!["'`\s])[^#\n]*[^#\s]#/m;

/** Reads `.env` as Node does: comments may stand after values. @throws Fault */
export function parseDotEnv(text: string): Settings {
  const [, name] = CUT.exec(text) ?? [];
  if (name !== undefined) {
    throw new Fault(`${name} in .env is cut off at a #: put the value in quotes.`);
  }
  const settings: Settings = {};
  // The byte order mark would belong to the first name.
  for (const [key, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) {
    if (value !== undefined) settings[key] = value;
  }
  return settings;
}
