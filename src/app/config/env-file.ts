/** Files of settings: those of `--env-file`, which systemd gives to the service, and `.env`. No message holds a value. */

import { parseEnv } from 'node:util';
import { Fault } from './fault.ts';

export type Settings = Record<string, string>;

/** A blank line or a comment; a byte order mark before it does no harm. */
const NOTHING = /^\uFEFF?[ \t]*(?:[#;].*)?$/;
const SETTING = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;

/**
 * Reads a file as systemd does (systemd.exec(5), EnvironmentFile). What systemd would leave out, and what Node or Docker would
 * read differently, is refused: a command would work with other settings than the service.
 * @param file its name for the message
 * @throws Fault
 */
export function parseEnvFile(text: string, file: string): Settings {
  const settings: Settings = {};
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    const where = `in line ${i + 1} of ${file}`;
    // Behind a comment, too: systemd before version 254 joins it to the next line.
    if (line.endsWith('\\')) {
      throw new Fault(
        `The end ${where} is a backslash: write each setting and comment in one line.`,
      );
    }
    if (NOTHING.test(line)) continue;
    const [, name, written = ''] = SETTING.exec(line) ?? [];
    if (name === undefined) {
      throw new Fault(
        `There is no setting ${where}: write NAME=value, without export, in a file without a byte order mark.`,
      );
    }
    const [, double, single] = QUOTED.exec(written) ?? [];
    const value = double ?? single;
    const remedy = value === undefined ? remedyFor(written) : undefined;
    if (remedy !== undefined)
      throw new Fault(`${name} ${where} is not read alike everywhere: ${remedy}.`);
    settings[name] = value ?? written;
  }
  return settings;
}

/** @param written a value without quotes around all of it. @returns undefined where it can be read in one way only */
function remedyFor(written: string): string | undefined {
  if (/(?:^|[ \t])#/.test(written)) return 'put the comment into a line of its own';
  if (/^["'`]/.test(written))
    return 'let single or double quotes begin and end the value, in one line';
  return written.includes('\\') ? 'put a value with a backslash into single quotes' : undefined;
}

/** An unquoted value with a `#` inside: Node takes it for the beginning of a comment, Docker does not. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?!["'`\s])[^#\n]*[^#\s]#/m;

/** Reads `.env` as Node does: comments may stand behind values. @throws Fault */
export function parseDotEnv(text: string): Settings {
  const [, name] = CUT.exec(text) ?? [];
  if (name !== undefined) {
    throw new Fault(
      `${name} in .env has a # behind which nothing is read: put the value into quotes.`,
    );
  }
  const settings: Settings = {};
  // The byte order mark would belong to the first name.
  for (const [key, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) {
    if (value !== undefined) settings[key] = value;
  }
  return settings;
}
