/** Members of a request's JSON body, and parameters of its query, each checked for its form. */

import type { Context } from 'hono';
import { domainOf } from '#rules/address.ts';
import { isOwnDomain, type OwnNames } from '#rules/own-domain.ts';
import { isObject, readJson } from '../../body.ts';
import { targetOf } from '../../target.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { AuthRefused, invalid } from './refused.ts';

/** Octets of a body. */
const BODY_OCTETS = 65_536;
/** Octets of `data`, as JSON. */
const DATA_OCTETS = 8192;
/** Levels of `data`, itself included: every reader of a token parses it, and many parsers recurse. */
const DATA_LEVELS = 32;

export type Fields = Record<string, unknown>;

/** The body; an absent one is an empty object. @throws CallRefused, AuthRefused */
export async function readFields(c: Context): Promise<Fields> {
  const length = c.req.header('content-length');
  if (length === '0' || (length === undefined && c.req.raw.body === null)) return {};
  const body = await readJson(c, BODY_OCTETS);
  if (!isObject(body)) throw new AuthRefused(400, 'bad_json', 'The body must be a JSON object.');
  return body;
}

/**
 * Parameters of a query, each once and in UTF-8: for calls that a browser opens directly, from any author's link.
 * @returns the named ones that are present; others are ignored @throws AuthRefused for a repeated or non-UTF-8 one
 */
export function readQuery(c: Context, names: readonly string[]): Fields {
  const fields: Fields = {};
  for (const pair of targetOf(c.req.url).query.split('&')) {
    const cut = pair.indexOf('=');
    const name = names.find((one) => one === decoded(cut === -1 ? pair : pair.slice(0, cut)));
    if (name === undefined) continue;
    const value = decoded(cut === -1 ? '' : pair.slice(cut + 1));
    if (value === undefined) throw invalid(`${name} is not encoded as UTF-8.`);
    if (Object.hasOwn(fields, name)) throw invalid(`${name} must be there once.`);
    fields[name] = value;
  }
  return fields;
}

/** https://url.spec.whatwg.org/#concept-urlencoded-parser, but strict. */
function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** @returns undefined if it is absent, null or empty */
export function optionalText(fields: Fields, name: string, most = 4096): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be a string.`);
  if (value.length > most) throw invalid(`${name} has at most ${most} characters.`);
  // NUL and half a surrogate pair cannot be stored; other control characters have no meaning in these members.
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) {
    throw invalid(`${name} has a character that is not allowed.`);
  }
  return value;
}

export function text(fields: Fields, name: string, most?: number): string {
  const value = optionalText(fields, name, most);
  if (value === undefined) throw invalid(`${name} is missing.`);
  return value;
}

export function flag(fields: Fields, name: string, initial: boolean): boolean {
  const value = fields[name];
  if (value === undefined || value === null) return initial;
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false.`);
  return value;
}

/** `data`: the new user_metadata. */
export function data(fields: Fields): Record<string, unknown> {
  const value = fields.data;
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalid('data must be an object.');
  // First, because JSON.stringify recurses.
  if (levelsOf(value, DATA_LEVELS) > DATA_LEVELS) {
    throw invalid(`data is nested more than ${DATA_LEVELS} levels deep.`);
  }
  if (Buffer.byteLength(JSON.stringify(value)) > DATA_OCTETS) {
    throw invalid(`data has at most ${DATA_OCTETS} octets.`);
  }
  return value;
}

/** Levels of objects and arrays, without recursion; further ones than `most + 1` are not counted. */
function levelsOf(value: object, most: number): number {
  let levels = 0;
  for (let level: object[] = [value]; level.length > 0 && levels <= most; levels += 1) {
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return levels;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** An email address in its canonical spelling; never one of ours, whose mail would come back here. */
export function email(fields: Fields, ours: OwnNames): string {
  const address = readRealAddress(text(fields, 'email', 320));
  if (address === undefined) throw invalid('Unable to validate email address: invalid format');
  if (isOwnDomain(domainOf(address.canonical), ours)) throw addressInvalid();
  return address.canonical;
}

/** ITU-T E.164: at most fifteen digits. */
export const phoneInvalid = () => invalid('Invalid phone number format (E.164 required)');

/** No letter can reach the address. */
export const addressInvalid = () =>
  new AuthRefused(400, 'email_address_invalid', 'Mail cannot be delivered to this address.');

/** RFC 7636: only S256; both fields or none. @returns null without them */
export function codeChallenge(fields: Fields): string | null {
  const challenge = optionalText(fields, 'code_challenge', 128);
  const method = optionalText(fields, 'code_challenge_method', 16);
  if (challenge === undefined && method === undefined) return null;
  if (challenge === undefined || method === undefined) {
    throw invalid('PKCE needs both code_challenge and code_challenge_method.');
  }
  if (method.toLowerCase() !== 's256') throw invalid('code_challenge_method must be s256.');
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code_challenge must have 43 to 128 characters of RFC 7636 section 4.2.');
  }
  return challenge;
}
