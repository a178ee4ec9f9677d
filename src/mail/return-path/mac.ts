/** The MAC of a return address, over its form, its stamp and its content. */

import { timingSafeEqual } from 'node:crypto';
import type { Mac } from '#secrets/mac.ts';
import { toBase32 } from './base32.ts';

/** 65 bits: too many to guess through a mail server. */
export const MAC_LENGTH = 13;
/** Octets of the MAC that hold those bits. */
const MAC_OCTETS = 9;

/** @returns base32 digits, which do not depend on the case of the parts */
export function macWith(key: Mac, form: string, stamp: string, payload: string): string {
  const mac = key.of(`${form}|${stamp}|${payload}`.toLowerCase());
  const octets = Buffer.from(mac.slice(0, MAC_OCTETS), 'latin1');
  return toBase32(octets).slice(0, MAC_LENGTH);
}

/** Whether one of the keys made the MAC. */
export function isGenuine(
  keys: readonly Mac[],
  mac: string,
  form: string,
  stamp: string,
  payload: string,
): boolean {
  const given = Buffer.from(mac.toLowerCase());
  return keys.some((key) => {
    const wanted = Buffer.from(macWith(key, form, stamp, payload));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
