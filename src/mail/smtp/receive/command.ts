/** Command lines of RFC 5321 section 4.1.1, parsed from octets. */

import { isUtf8 as areUtf8 } from 'node:buffer';

/** The verbs of the supported commands, in upper case. */
export const VERBS = [
  'EHLO',
  'HELO',
  'MAIL',
  'RCPT',
  'DATA',
  'BDAT',
  'RSET',
  'NOOP',
  'QUIT',
  'VRFY',
  'EXPN',
  'HELP',
  'STARTTLS',
] as const;

/** The methods of RFC 9110 that browsers and scanners send to mail servers, followed by further lines. */
const HTTP_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'CONNECT']);

export type Verb = (typeof VERBS)[number];

export type Command = {
  /** Undefined for an unknown command. */
  verb: Verb | undefined;
  /** The text after the verb, without surrounding blanks. */
  argument: string;
  /** Whether an octet above 127 is in the line. */
  eightBit: boolean;
  /** Whether the line is valid UTF-8 (RFC 3629). If not, the argument differs from the client's octets. */
  isUtf8: boolean;
  /** Index after the line in the input. */
  end: number;
};

/** The reason why no command was parsed: the line is incomplete, is rejected, or belongs to another protocol. */
export type NoCommand = 'partial' | 'too-long' | 'bare-octet' | 'http';

const KNOWN = new Map<string, Verb>(VERBS.map((verb) => [verb, verb]));

const CR = 13;
const LF = 10;
const SPACE = 32;

/** The command line that begins at an index of the input. @param limit octets of a line, CRLF included */
export function readCommand(input: Buffer, at: number, limit: number): Command | NoCommand {
  const first = input[at] ?? SPACE;
  // RFC 5321 section 4.1.1: a command consists of letters. A leading control character means another protocol, such as TLS,
  // whose client may wait for our answer without an LF. A CR may be the first half of an empty line.
  if (first < SPACE && first !== CR) return 'bare-octet';
  const newline = input.indexOf(LF, at);
  const end = newline < 0 ? input.length : newline + 1;
  if (end - at > limit) return 'too-long';
  if (newline < 0) return 'partial';
  // RFC 5321 section 2.3.8: CR and LF are allowed only as a pair. A client that sends one without the other is broken or tries
  // to smuggle, and its next octets cannot be trusted.
  const carriage = newline - 1;
  if (carriage < at || input[carriage] !== CR) return 'bare-octet';
  // UTF-8 is a superset of ASCII: RFC 6531 section 3.3 allows it in paths once SMTPUTF8 is declared.
  const text = input.toString('utf8', at, carriage);
  if (text.includes('\r') || text.includes('\0')) return 'bare-octet';
  const blank = text.indexOf(' ');
  const word = blank < 0 ? text : text.slice(0, blank);
  const verb = KNOWN.get(word.toUpperCase());
  if (verb === undefined && HTTP_METHODS.has(word)) return 'http';
  const argument = blank < 0 ? '' : text.slice(blank + 1).trim();
  // Invalid UTF-8 was read as U+FFFD; the client may also have sent that character itself.
  const isUtf8 = !text.includes('\ufffd') || areUtf8(input.subarray(at, carriage));
  const eightBit = text.length !== carriage - at || !isUtf8;
  return { verb, argument, eightBit, isUtf8, end };
}
