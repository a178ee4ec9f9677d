/**
 * Callers exempt from the limit of all callers together, so that no flood keeps them out: those with a letter's link,
 * and browsers in which the address was signed in. The limits of their own blocks hold for them too.
 */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { isObject, readOctets } from '../body.ts';
import { bearerToken } from '../key.ts';
import { deviceCookie } from './wire/cookies.ts';
import { signedIn } from './wire/signed-in.ts';

/** Octets of a body that is read before its caller is admitted; ours have a few hundred. */
const BODY_OCTETS = 8192;

type Proof = Pick<
  Facility,
  'codes' | 'browsers' | 'tokens' | 'sessions' | 'store' | 'publicUrl' | 'now'
>;

/** Never rejects for the request's own faults. */
export async function isExcused(c: Context, facility: Proof): Promise<boolean> {
  const cookie = deviceCookie(c, facility);
  const usesLink = c.req.method === 'POST' && /\/(?:verify|not-me)$/.test(c.req.path);
  if (cookie === '' && !usesLink) return false;
  const fields = await fieldsOf(c);
  return (
    (usesLink && (await isLink(fields.token_hash ?? fields.token, facility))) ||
    (await isKnown(cookie, await addressOf(c, fields, facility), facility))
  );
}

/** 256 random bits, which no flood guesses. */
async function isLink(token: unknown, { codes, now }: Proof): Promise<boolean> {
  const entry = typeof token === 'string' ? await codes.findLink(token) : undefined;
  return entry !== undefined && entry.linkUntil > now();
}

async function isKnown(cookie: string, address: string | undefined, { browsers }: Proof) {
  return cookie !== '' && address !== undefined && (await browsers.knows(cookie, address));
}

/** The address in the request, or otherwise that of its session. */
async function addressOf(
  c: Context,
  { email }: Record<string, unknown>,
  facility: Proof,
): Promise<string | undefined> {
  if (typeof email === 'string') return readRealAddress(email)?.canonical;
  const token = bearerToken(c.req.header('authorization') ?? '');
  const session = token === '' ? undefined : await signedIn(token, facility);
  if (typeof session !== 'object') return undefined;
  return (await facility.store.users.byId(session.userId))?.email ?? undefined;
}

/** The members of a JSON body, or of the form of a letter's page; empty if it is neither. */
async function fieldsOf(c: Context): Promise<Record<string, unknown>> {
  // A body without a length is not read before the caller is admitted.
  if (c.req.header('content-length') === undefined) return {};
  try {
    const body = (await readOctets(c.req, BODY_OCTETS)).toString('utf8');
    if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
      return Object.fromEntries(new URLSearchParams(body));
    }
    const fields: unknown = JSON.parse(body);
    return isObject(fields) ? fields : {};
  } catch {
    return {};
  }
}
