/** `POST /functions/v1/send-test-mail`: a test mail through the real engine, and its outcome. */

import { IN_THE_WAY, LETTERS_IN } from '#languages/en/alias.ts';
import type { DeliveryReceipt, PageConfig } from '#rules/page.ts';
import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { Ask } from './ask.ts';
import { shortTime } from './short-time.ts';

export type TestMailRequest = {
  aliasId: string;
  /** The real address of the alias. */
  owner: string;
  subject: string;
  message: string;
};

export type TestMailFailure =
  /** Seconds to wait before the next one. */
  | { kind: 'rateLimited'; seconds: number }
  | { kind: 'aliasDisabled' }
  /** Only with confirmed addresses: the obstacle, as a sentence. */
  | { kind: 'inTheWay'; sentence: string }
  /** The receiving server's reply code, if it is known. */
  | { kind: 'refused'; code: number | undefined }
  | { kind: 'deferred' }
  /** The receiving server did not answer. */
  | { kind: 'unanswered' }
  /** Our own server did not answer. */
  | { kind: 'unreachable' }
  | { kind: 'other' };

/** The receipt of a test mail; `mailbox`: the page of the try-out mailbox, if it received the message. */
export type Receipt = DeliveryReceipt & Pick<PageConfig, 'mailbox'>;

export type TestMailOutcome =
  | { kind: 'delivered'; receipt: Receipt | undefined }
  | { kind: 'failed'; failure: TestMailFailure };

/** In English the call is the specified one; the build leaves this out. */
const IN_LANGUAGE = LETTERS_IN === 'en' ? {} : { language: LETTERS_IN };

/** In milliseconds. A mail server may take minutes for its verdict (RFC 5321 section 4.5.3.2). */
const PATIENCE_MS = 180_000;

/** Never throws: every failure is an outcome. */
export async function sendTestMail(
  { url, mailbox }: Pick<PageConfig, 'url' | 'mailbox'>,
  ask: Ask,
  { aliasId, owner, subject, message }: TestMailRequest,
): Promise<TestMailOutcome> {
  try {
    const response = await ask(`${url}/functions/v1/send-test-mail`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ alias_id: aliasId, subject, message, ...IN_LANGUAGE }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) {
      const receipt = isReceipt(body) ? { ...body, ...(mailbox && { mailbox }) } : undefined;
      return { kind: 'delivered', receipt };
    }
    return { kind: 'failed', failure: failureOf(response, body, owner) };
  } catch {
    return { kind: 'failed', failure: { kind: 'unreachable' } };
  }
}

function isReceipt(body: unknown): body is DeliveryReceipt {
  if (!isObject(body)) return false;
  const { host, ms, tls } = body;
  return (
    typeof host === 'string' && typeof ms === 'number' && (tls === null || typeof tls === 'string')
  );
}

function failureOf(response: Response, body: unknown, owner: string): TestMailFailure {
  const { code, smtp_code, paused_until } = isObject(body) ? body : {};
  switch (code) {
    case 'not_confirmed':
      return { kind: 'inTheWay', sentence: IN_THE_WAY.notConfirmed(owner) };
    case 'paused':
      return { kind: 'inTheWay', sentence: IN_THE_WAY.paused(shortTime(paused_until)) };
    case 'rate_limited':
      return { kind: 'rateLimited', seconds: retryAfter(response) };
    case 'alias_disabled':
      return { kind: 'aliasDisabled' };
    case 'refused':
      return { kind: 'refused', code: typeof smtp_code === 'number' ? smtp_code : undefined };
    case 'deferred':
      return { kind: 'deferred' };
    case 'unreachable':
      return { kind: 'unanswered' };
    default:
      // A gateway's answer has none of our codes: it replaces our silent server.
      return { kind: response.status >= 502 && response.status <= 504 ? 'unreachable' : 'other' };
  }
}

/** RFC 9110 section 10.2.3, in the form of seconds. */
function retryAfter({ headers }: Response): number {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return seconds > 0 ? seconds : TEST_MAIL_INTERVAL_MS / 1000;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
