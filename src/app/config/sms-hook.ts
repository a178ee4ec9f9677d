/** The hook that sends codes to phones: https://www.standardwebhooks.com, version 1 of its signature. */

import { createHmac, randomUUID } from 'node:crypto';
import type { PhoneMessage, SendMessage } from '#auth/factors/phone.ts';
import { type Guard, guarded } from '#network/guarded-way.ts';
import { post } from '#network/http-client.ts';
import { errorCode } from './fault.ts';
import type { Log } from '../observe/log.ts';

export type SmsHook = {
  url: URL;
  /** 24 to 64 octets. */
  key: Buffer;
  /** Country codes of the numbers that it serves, such as `+43`; undefined: all. */
  countries?: readonly string[];
};

/** No base64 secret has this form. */
const COUNTRIES = /\|(\+[1-9]\d{0,3}(?:,\+[1-9]\d{0,3})*)$/;

/** Octets that the key must have: the specification's "Signature scheme". */
const LEAST_KEY = 24;
const MOST_KEY = 64;
/** Milliseconds from the lookup of the host until the status. */
const TIMEOUT_MS = 5000;

/**
 * `https://host/path|secret`, optionally with country codes (`|+43,+49`); the secret is base64, optionally prefixed
 * with `whsec_` or `v1,whsec_`.
 * @throws Error with a reason that does not repeat the secret
 */
export function parseSmsHook(text: string): SmsHook {
  const [end = '', countries] = COUNTRIES.exec(text) ?? [];
  const value = text.slice(0, text.length - end.length);
  const bar = value.lastIndexOf('|');
  const url =
    bar > 0 && URL.canParse(value.slice(0, bar)) ? new URL(value.slice(0, bar)) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new Error(
      'it must be an https:// address and a secret, as in https://host/path|whsec_...',
    );
  }
  const secret = value.slice(bar + 1).replace(/^(?:v1,)?whsec_/, '');
  const key = Buffer.from(secret, 'base64');
  const isBase64 = /^[A-Za-z\d+/]+={0,2}$/.test(secret);
  if (!isBase64 || key.length < LEAST_KEY || key.length > MOST_KEY) {
    throw new Error(`the secret must be base64 of ${LEAST_KEY} to ${MOST_KEY} bytes`);
  }
  return { url, key, ...(countries !== undefined && { countries: countries.split(',') }) };
}

export type SmsHookOptions = Pick<SmsHook, 'url' | 'key'> & {
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<Log, 'warn'>;
  /** Dependencies that a test replaces. */
  surroundings?: Guard & { timeoutMs?: number };
};

/** Without a 2xx in time the message was not sent. The log never names a number. */
export function smsHook({ url, key, now, log, surroundings = {} }: SmsHookOptions): SendMessage {
  const { timeoutMs = TIMEOUT_MS, ...guard } = surroundings;
  const fetch = guarded(guard);
  return async (message) => {
    const body = bodyOf(message);
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(now() / 1000);
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signed}`,
    };
    try {
      const status = await post(fetch, url.href, { headers, body }, timeoutMs);
      if (status >= 200 && status < 300) return true;
      log.warn({ status }, 'AUTH_SMS_HOOK rejected a message');
    } catch (error) {
      log.warn({ code: errorCode(error) }, 'AUTH_SMS_HOOK did not respond');
    }
    return false;
  };
}

/** The body of Supabase's hooks, but with no more about the user than needed. */
function bodyOf({ userId, phone, code, channel }: PhoneMessage): string {
  return JSON.stringify({ user: { id: userId, phone }, sms: { phone, otp: code, channel } });
}
