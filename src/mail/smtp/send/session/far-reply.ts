/** The parts of a server's reply that are used outside the session: its code, its enhanced code, and a text without addresses for the log. */

import { ENHANCED, isRegisteredStatus, isTransient } from '../../reply.ts';
import type { FarReply } from './reply-parser.ts';

/** The enhanced status code that is passed on: the server's if it is registered, else `x.subject.0`, or `x.0.0`. */
export function enhancedCode(far: FarReply): string {
  const said = saidEnhancedCode(far);
  if (isRegisteredStatus(said)) return said;
  const general = said.replace(/\d+$/, '0');
  return isRegisteredStatus(general) ? general : `${said.charAt(0)}.0.0`;
}

/** The server's enhanced status code if it is valid and of the same class as the code, else `x.0.0`. For the operator only. */
export function saidEnhancedCode({ code, lines }: FarReply): string {
  const [said = ''] = (lines.at(-1) ?? '').split(' ', 1);
  const ownClass = Math.floor(code / 100);
  return ENHANCED.test(said) && said.startsWith(`${ownClass}`) ? said : `${ownClass}.0.0`;
}

/** Whether the server asks us to back off, because we send too much or too fast: 421, or 4yz with 4.7.x. */
export function asksToBackOff(far: FarReply): boolean {
  return far.code === 421 || (isTransient(far.code) && enhancedCode(far).startsWith('4.7.'));
}

/** A run of characters that an address may contain. It is matched as a whole, so that the time is linear in its length. */
const WORD = /[^\s<>"(),;]+/g;
/** The longest text in the log, in characters. */
const LOG_CHARACTERS = 200;

/**
 * The text of a server's reply for the debug log, in lower case, with every address and every secret replaced.
 * @param secrets words to replace, such as the recipient's local part, which some servers name without its domain
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

/** Replaces each run of non-ASCII characters by one question mark: a secret is then found in any encoding. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').toLowerCase();
}
