/**
 * Bodies and queries of the compatible calls. Clients send parameters without a value, unknown ones and any content
 * type: all of that is ignored. A known member of the wrong type is rejected with its name.
 */

import type { Context } from 'hono';
import { labelOf, siteOf } from '#auth/aliases/alias-label.ts';
import { LABEL_CHARACTERS } from '#rules/plan.ts';
import { isObject, readOctets } from '../body.ts';
import { ApiRefused, wrongMember } from './refusal.ts';

const BODY_OCTETS = 65_536;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

export type Body = Record<string, unknown>;

/** @returns the body's members; none without a body @throws ApiRefused 400, CallRefused 413 */
export async function readBody(c: Context): Promise<Body> {
  const octets = await readOctets(c.req, BODY_OCTETS);
  if (octets.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(UTF_8.decode(octets));
  } catch {
    throw new ApiRefused(400, 'The body must be JSON.');
  }
  if (!isObject(value)) throw new ApiRefused(400, 'The body must be a JSON object.');
  return value;
}

/** @returns undefined if it is absent or null @throws ApiRefused */
export function textMember(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongMember(name, 'must be text.');
  return value;
}

/** @returns undefined if it is absent or null @throws ApiRefused */
export function flagMember(body: Body, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongMember(name, 'must be true or false.');
  return value;
}

/**
 * The host of the site that an alias is for. A client without one sends no value, or the word of its language for that.
 */
export function siteQuery(c: Context): string {
  const given = c.req.query('hostname') ?? '';
  return given === 'undefined' || given === 'null' ? '' : siteOf(given);
}

/** A number in a query. @returns `absent` if it is missing or has no value @throws ApiRefused */
export function numberQuery(
  c: Context,
  name: string,
  { least, most, absent }: { least: number; most: number; absent: number },
): number {
  const given = c.req.query(name) ?? '';
  if (given === '') return absent;
  const number = /^\d{1,7}$/.test(given) ? Number(given) : -1;
  if (number < least || number > most) {
    throw wrongMember(name, `must be a number from ${least} to ${most}.`);
  }
  return number;
}

/**
 * A label that a program sends to change one.
 * @returns empty: none; undefined if the member is absent @throws ApiRefused
 */
export function labelMember(body: Body, name: string): string | undefined {
  const text = body[name] === null ? '' : textMember(body, name);
  const label = text === undefined ? '' : labelOf(text);
  if (label === undefined) {
    throw wrongMember(name, `must have at most ${LABEL_CHARACTERS} characters.`);
  }
  return text === undefined ? undefined : label;
}
