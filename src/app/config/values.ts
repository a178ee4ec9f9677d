/** Readers of plain values. Each throws a ConfigError that says what is allowed. */

import { ConfigError } from './fault.ts';

const KEY = /^[\w.~+/=-]{1,1024}$/;

export type Environment = Record<string, string | undefined>;

/** The value without surrounding blanks; undefined if it is not set or empty. No setting has quotes at both ends. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim() || undefined;
  if (value === undefined || !/^(["']).*\1$/s.test(value)) return value;
  throw new ConfigError(
    name,
    'must not be in quotes: docker run --env-file, for example, makes them part of the value',
  );
}

/** @param range inclusive */
export function wholeNumber(
  env: Environment,
  name: string,
  initial: number,
  [least, most]: [number, number],
): number {
  const value = text(env, name);
  if (value === undefined) return initial;
  return formed(name, value, `a whole number from ${least} to ${most}`, (digits) => {
    const number = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

export const port = (env: Environment, name: string, initial: number) =>
  wholeNumber(env, name, initial, [0, 65_535]);

/** One of the words; the first one if nothing is set. */
export function choice<const W extends [string, ...string[]]>(
  env: Environment,
  name: string,
  words: W,
): W[number] {
  const value = text(env, name) ?? words[0];
  return formed(name, value, words.join(' or '), (word) => words.find((one) => one === word));
}

/**
 * The value as `read` understands it.
 * @param rule what is allowed, as in `must be a host name such as mx.example.org`
 */
export function formed<T>(
  name: string,
  value: string,
  rule: string,
  read: (value: string) => T | undefined,
): T {
  const one = read(value);
  if (one !== undefined) return one;
  throw new ConfigError(name, `must be ${rule}, but is ${quoted(value)}`);
}

/**
 * The values of a list, as `read` understands each.
 * @param rule what is allowed, as in `must be domains such as example.org`
 * @param most the largest number of values
 */
export function list<T>(
  name: string,
  values: readonly string[],
  rule: string,
  read: (value: string) => T | undefined,
  most: [count: number, things: string] = [Number.POSITIVE_INFINITY, ''],
): T[] {
  const all = values.map((value) => {
    const one = read(value);
    if (one !== undefined) return one;
    throw new ConfigError(
      name,
      `must be ${rule}, separated by commas, but contains ${quoted(value)}`,
    );
  });
  const [count, things] = most;
  if (all.length <= count) return all;
  throw new ConfigError(name, `must be at most ${count} ${things}, but has ${all.length}`);
}

/** The parts between commas. */
export const between = (value: string): string[] => value.split(',').map((one) => one.trim());

/** The same without gaps; empty if nothing is set. */
export const parts = (env: Environment, name: string): string[] =>
  between(text(env, name) ?? '').filter(Boolean);

/**
 * The parts between commas: those as `name=value` with one of the names, and all others.
 * @throws ConfigError if a name occurs twice
 */
export function namedParts(
  env: Environment,
  name: string,
  names: readonly string[],
): { unnamed: string[]; named: Map<string, string> } {
  const unnamed: string[] = [];
  const pairs: [name: string, value: string][] = [];
  for (const part of parts(env, name)) {
    const cut = part.indexOf('=');
    const label = part.slice(0, Math.max(0, cut)).trim();
    if (names.includes(label)) pairs.push([label, part.slice(cut + 1).trim()]);
    else unnamed.push(part);
  }
  eachOnce(
    name,
    'part',
    pairs.map(([label]) => `${label}=`),
  );
  return { unnamed, named: new Map(pairs) };
}

/** @throws ConfigError if one of them occurs twice */
export function eachOnce(name: string, kind: string, values: readonly string[]): void {
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (twice !== undefined) {
    throw new ConfigError(name, `must name each ${kind} once, but has ${twice} twice`);
  }
}

/**
 * Keys of letters, digits and the signs of base64 and tokens, separated by commas. A message never repeats one.
 * @param least characters of each
 * @param most how many
 */
export function keys(env: Environment, name: string, least: number, most: number): string[] {
  const value = text(env, name);
  if (value === undefined) return [];
  const all = between(value);
  if (all.length <= most && all.every((one) => KEY.test(one) && one.length >= least)) return all;
  const several = most > 1 ? `; up to ${most} are allowed, separated by commas` : '';
  throw new ConfigError(
    name,
    `must be ${least} to 1024 characters: letters, digits and . _ ~ + / = -${several}`,
  );
}

/**
 * A value parsed by the room that uses it.
 * @param parse throws an Error with a reason that holds no password
 */
export function parsed<T>(
  env: Environment,
  name: string,
  initial: string,
  parse: (value: string) => T,
): T {
  try {
    return parse(text(env, name) ?? initial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(name, `cannot be used: ${plain(reason, 200).replace(/\.$/, '')}`);
  }
}

/** The same for an optional value. */
export function optional<T>(
  env: Environment,
  name: string,
  parse: (value: string) => T,
): T | undefined {
  const value = text(env, name);
  return value === undefined ? undefined : parsed(env, name, value, parse);
}

/** The value as a message quotes it: in quotes, without control characters, at most 60 characters. */
export function quoted(value: string): string {
  return `"${plain(value, 60)}"`;
}

function plain(value: string, longest: number): string {
  const printable = value.replaceAll(/\p{Cc}/gu, '?');
  return printable.length > longest ? `${printable.slice(0, longest - 3)}...` : printable;
}
