/** Passwords at rest: scrypt (RFC 7914), with its parameters beside it. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const COST = { N: 2 ** 15, r: 8, p: 1 };
/** 128 * N * r octets, and some more. */
const MEMORY = 64 * 1024 * 1024;
const KEY_OCTETS = 32;
const SALT_OCTETS = 16;
/** Length in characters as people count them. */
export const LEAST_PASSWORD = 6;
/** Octets: a long password costs no more work. */
export const MOST_PASSWORD = 1024;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** @returns `scrypt$salt$key`, base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_OCTETS);
  return `scrypt$${salt.toString('base64url')}$${(await keyOf(password, salt)).toString('base64url')}`;
}

/** @param stored undefined or null: no password matches, and the check takes as long */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const [, salt = '', key = ''] = (stored ?? '').split('$');
  const given = await keyOf(password, Buffer.from(salt, 'base64url'));
  const kept = Buffer.from(key, 'base64url');
  return kept.length === given.length && timingSafeEqual(kept, given);
}

const keyOf = (password: string, salt: Buffer) =>
  derive(password.normalize('NFKC'), salt, KEY_OCTETS, { ...COST, maxmem: MEMORY });
