/** What may be taken from a far reply: its code, its enhanced code, and for the debug log a text without addresses. */

import { isRegisteredStatus } from '../../registered-status.ts';
import { isTransient } from '../../reply.ts';
import type { FarReply } from './reply-parser.ts';

/** RFC 3463 section 2: class, subject, detail, without leading zeros. */
const ENHANCED = /^([245])\.(?:0|[1-9]\d{0,2})\.(?:0|[1-9]\d{0,2})(?= |$)/;

/** The enhanced status code that may be passed on: the far side's where it is registered, else `x.subject.0`, or `x.0.0`. */
export function enhancedCode(far: FarReply): string {
  const said = saidEnhancedCode(far);
  const general = said.replace(/\d+$/, '0');
  return [said, general].find(isRegisteredStatus) ?? `${said.charAt(0)}.0.0`;
}

/** The far side's enhanced status code, where it is valid and of the same class as the code; else `x.0.0`. For the operator only. */
export function saidEnhancedCode({ code, lines }: FarReply): string {
  const said = ENHANCED.exec(lines.at(-1) ?? '');
  const ownClass = Math.floor(code / 100);
  return said && Number(said[1]) === ownClass ? said[0] : `${ownClass}.0.0`;
}

/** Whether a reply says that we send too much or too fast: 421, or 45z with 4.7.x. */
export function asksToSlowDown(far: FarReply): boolean {
  return far.code === 421 || (isTransient(far.code) && enhancedCode(far).startsWith('4.7.'));
}

/** Runs of what an address may hold: each is taken whole, so that a long one costs no more than its length. */
const WORD = /[^\s<>"'(),;]+/g;
const LOG_CHARACTERS = 200;

/**
 * A far text for the debug log, in lower case: every address in it, and every secret word given, replaced.
 * @param secrets such as the local part of the recipient, which some servers name alone
 */
export function redacted({ code, lines }: FarReply, secrets: readonly string[]): string {
  let text = printable(lines.join(' / ')).replace(WORD, (word) =>
    word.includes('@') ? '<address>' : word,
  );
  for (const secret of secrets) {
    if (secret !== '') text = text.replaceAll(printable(secret), '<address>');
  }
  return `${code} ${text.slice(0, LOG_CHARACTERS)}`;
}

/** A question mark for all that is no ASCII, of any length: a secret is then found in whatever encoding it was said. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').toLowerCase();
}
