/** The DKIM signatures of owners' answers, by our own signer: good, broken or none. */

import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { signerOf } from '#mail/trust/signature/signer.ts';
import { withDkim } from '#support/signing.ts';
import type { MailPlan } from '../plan.ts';
import { EPOCH } from '../world/world.ts';

/** RFC 8410 section 7: the prefix of the 32 octets of an Ed25519 key. */
const HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SELECTOR = 's';

/** One key for all domains, the same in every process. */
const key = createPrivateKey({
  key: Buffer.concat([HEAD, createHash('sha256').update('simulation').digest()]),
  format: 'der',
  type: 'pkcs8',
});
const shown = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);

/** The name in a domain at which the key is published, and its TXT record. */
export const KEY_NAME = `${SELECTOR}._domainkey`;
export const KEY_RECORD = `v=DKIM1; k=ed25519; p=${shown.toString('base64')}`;

/** @param domain of the author @returns the mail with the signature of its plan */
export async function signed(content: Buffer, mail: MailPlan, domain: string): Promise<Buffer> {
  if (mail.signature === undefined) return content;
  const text = content.toString('latin1');
  const [field] = (
    await withDkim(text, signerOf(key, domain, SELECTOR), { form: 'relaxed', now: EPOCH })
  ).split(text);
  const isGood = mail.signature === 'good';
  // Broken in the body, or in the header.
  const other = mail.number % 2 === 0 ? `${text}One more line.\r\n` : text.replace('Jane', 'Joan');
  return Buffer.from(field + (isGood ? text : other), 'latin1');
}
