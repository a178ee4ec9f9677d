/** Command lines of RFC 5321 section 4.1.1, from octets to words. */

/** The commands that the session knows, by their verb in upper case. */
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

export type Verb = (typeof VERBS)[number];

export type Command = {
  verb: Verb;
  /** What stands behind the verb, without surrounding blanks. */
  argument: string;
  /** Whether an octet above 127 is in the line. */
  eightBit: boolean;
};

const KNOWN = new Map<string, Verb>(VERBS.map((verb) => [verb, verb]));

const CR = 13;
const LF = 10;

/** The first command line of the input: complete with the index behind it, not complete yet, or not to be taken. */
export type FirstLine =
  | { kind: 'line'; line: Buffer; end: number }
  | { kind: 'partial' }
  | { kind: 'too-long' }
  | { kind: 'bare-octet' };

/** @param limit octets of a line, CRLF included */
export function firstLine(input: Buffer, limit: number): FirstLine {
  const newline = input.indexOf(LF);
  const end = newline < 0 ? input.length : newline + 1;
  if (end > limit) return { kind: 'too-long' };
  const octets = input.subarray(0, end);
  // RFC 5321 section 2.3.8: CR and LF mean something as a pair only. A client that sends one alone is broken or
  // smuggles, and what it says next cannot be trusted.
  const carriage = octets.indexOf(CR);
  const bare = newline < 0 ? carriage >= 0 && carriage < end - 1 : carriage !== newline - 1;
  if (bare || newline === 0 || octets.includes(0)) return { kind: 'bare-octet' };
  return newline < 0
    ? { kind: 'partial' }
    : { kind: 'line', line: octets.subarray(0, carriage), end };
}

/** @param line without its CRLF. @returns undefined where the verb is unknown. */
export function parseCommand(line: Buffer): Command | undefined {
  // UTF-8 is a superset of ASCII: RFC 6531 section 3.3 allows it in paths once SMTPUTF8 is declared.
  const text = line.toString('utf8');
  const blank = text.indexOf(' ');
  const verb = KNOWN.get((blank < 0 ? text : text.slice(0, blank)).toUpperCase());
  if (verb === undefined) return undefined;
  const argument = blank < 0 ? '' : text.slice(blank + 1).trim();
  return { verb, argument, eightBit: text.length !== line.length || text.includes('\ufffd') };
}
