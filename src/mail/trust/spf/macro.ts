/** Macros of RFC 7208 section 7: parts of a record that the check replaces, and their values. */

import { isWithin } from '../signature/domain-name.ts';
import { type IpAddress, nibbles } from './networks.ts';

/** RFC 1035 section 2.3.4, as a text without its final dot. */
const NAME_OCTETS = 253;

const LETTERS = ['s', 'l', 'o', 'd', 'i', 'p', 'v', 'h', 'c', 'r', 't'] as const;
type Letter = (typeof LETTERS)[number];

type Macro = {
  letter: Letter;
  /** The number of parts kept on the right. */
  parts: number;
  reversed: boolean;
  /** The delimiters between parts. */
  delimiters: string;
  /** Whether the letter is upper-case, which requires URL escaping. */
  escaped: boolean;
};

/** A text whose macros are not replaced yet. */
export type MacroString = readonly (string | Macro)[];

/** The value of each letter. Those for explanations only (section 7.2) have none. */
export type MacroValues = Readonly<Partial<Record<Letter, string>>>;

const MACRO = /%\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}/iy;
const PERCENT = /%[%_-]/y;
const PERCENT_TEXT: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };
const NAME_TEXT = /[\x21-\x24\x26-\x7e]+/y;
const EXPLANATION_LETTERS: readonly Letter[] = ['c', 'r', 't'];

/** RFC 7208 section 12 domain-spec. @returns undefined if the text is invalid */
export function parseDomainSpec(text: string): MacroString | undefined {
  const pieces = parseMacroString(text);
  const named = pieces?.every(
    (piece) => typeof piece === 'string' || !EXPLANATION_LETTERS.includes(piece.letter),
  );
  return named === true && isDomainEnd(pieces?.at(-1)) ? pieces : undefined;
}

/** Whether the text is a macro-string, as the value of an unknown modifier must be (RFC 7208 section 6). */
export function isMacroString(text: string): boolean {
  return parseMacroString(text) !== undefined;
}

/** RFC 7208 section 12 macro-string. @returns undefined if the text is invalid */
export function parseMacroString(text: string): MacroString | undefined {
  const pieces: (string | Macro)[] = [];
  for (let at = 0; at < text.length; ) {
    const found = exec(NAME_TEXT, text, at) ?? exec(PERCENT, text, at);
    const matched = found ?? exec(MACRO, text, at);
    if (matched === undefined) return;
    const piece = found === undefined ? macroOf(matched) : (PERCENT_TEXT[matched[0]] ?? matched[0]);
    if (piece === undefined) return;
    pieces.push(piece);
    at += matched[0].length;
  }
  return pieces;
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function macroOf([, name = '', digits, r, delimiters]: RegExpExecArray): Macro | undefined {
  const letter = LETTERS.find((known) => known === name.toLowerCase());
  const parts = digits === '' ? Infinity : Number(digits);
  // RFC 7208 section 7.1: the number of parts must not be zero.
  if (letter === undefined || parts === 0) return;
  return {
    letter,
    parts,
    reversed: r !== '',
    delimiters: delimiters === '' || delimiters === undefined ? '.' : delimiters,
    escaped: letter !== name,
  };
}

/** RFC 7208 section 12 domain-end: a macro, or a dot and a top label. */
function isDomainEnd(piece: string | Macro | undefined): boolean {
  // Only a macro can produce a percent sign or a blank.
  if (typeof piece !== 'string' || /[% ]/.test(piece)) return piece !== undefined;
  const text = piece.replace(/\.$/, '');
  const dot = text.lastIndexOf('.');
  const top = text.slice(dot + 1);
  if (dot < 0) return false;
  return /^[a-z\d]+$/i.test(top)
    ? /[a-z]/i.test(top)
    : /^[a-z\d][a-z\d-]*[a-z\d]$/i.test(top) && top.includes('-');
}

/** Whether the text has a macro with one of these letters. */
export function usesLetter(text: MacroString, ...letters: readonly Letter[]): boolean {
  return text.some((piece) => typeof piece !== 'string' && letters.includes(piece.letter));
}

/**
 * The text with its macros replaced (RFC 7208 section 7.3). Pieces on the left for which a name has no room are omitted,
 * or a record could produce megabytes of text.
 */
export function expand(text: MacroString, values: MacroValues): string {
  let expanded = '';
  for (const piece of text.toReversed()) {
    if (expanded.length > NAME_OCTETS + 1) break;
    expanded = (typeof piece === 'string' ? piece : expandMacro(piece, values)) + expanded;
  }
  return expanded;
}

function expandMacro(macro: Macro, values: MacroValues): string {
  const parts = split(values[macro.letter] ?? '', macro.delimiters);
  const ordered = macro.reversed ? parts.toReversed() : parts;
  const text = ordered.slice(-Math.min(macro.parts, parts.length)).join('.');
  return macro.escaped ? escapeForUrl(text) : text;
}

function split(text: string, delimiters: string): string[] {
  const parts = [''];
  for (const char of text) {
    if (delimiters.includes(char)) parts.push('');
    else parts.push((parts.pop() ?? '') + char);
  }
  return parts;
}

/** RFC 3986 section 2.3: all but the unreserved characters. */
function escapeForUrl(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The sender under check. */
export type Sender = {
  ip: IpAddress;
  /** Local part of the sender; `postmaster` if it has none. */
  local: string;
  domain: string;
  helo: string;
};

/**
 * @param domain of the evaluated record
 * @param client the client's name, or `unknown`
 */
export function macroValues(sender: Sender, domain: string, client: string): MacroValues {
  const v4 = sender.ip.length === 4;
  const address = v4 ? sender.ip.join('.') : nibbles(sender.ip).join('.').toUpperCase();
  return {
    s: `${sender.local}@${sender.domain}`,
    l: sender.local,
    o: sender.domain,
    d: domain,
    i: address,
    p: client,
    v: v4 ? 'in-addr' : 'ip6',
    h: sender.helo,
  };
}

/** RFC 7208 section 7.3: the domain itself, else a name within it, else any. @param names in lower case */
export function nameOfClient(names: readonly string[], domain: string): string {
  const own = domain.toLowerCase();
  const within = names.find((name) => isWithin(name, own));
  return names.find((name) => name === own) ?? within ?? names[0] ?? 'unknown';
}

/** RFC 7208 section 7.3. @returns undefined if the result cannot be a host name */
export function targetName(target: MacroString, values: MacroValues): string | undefined {
  const text = expand(target, values).replace(/\.$/, '');
  // Labels on the left are dropped until at most 253 octets are left.
  const dot = text.length > NAME_OCTETS ? text.indexOf('.', text.length - NAME_OCTETS - 1) : -1;
  const name = text.slice(dot + 1);
  return isHostName(name) ? name : undefined;
}

/** RFC 7208 section 4.3 and RFC 1035 section 2.3.4: several labels, none of them empty or above 63 octets. */
export function isHostName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= NAME_OCTETS &&
    labels.length > 1 &&
    labels.every(({ length }) => length > 0 && length <= 63)
  );
}
