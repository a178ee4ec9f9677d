/** Our own DKIM-Signature: RFC 6376 section 5. */

import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import type { BodyDigest } from '../signature/body-digests.ts';
import type { Form } from '../signature/body-kernel.ts';
import { selectFields } from '../signature/canonical-header.ts';
import { coveredNames } from '../signature/covered-fields.ts';
import { type Signer, signedField } from '../signature/signer.ts';

/** The body of a message, as a signature covers it. */
export type SignedBody = {
  form: Form;
  /** Of the whole body, complete. */
  digest: BodyDigest;
};

/**
 * @param block the header as it is sent
 * @param options.now milliseconds since 1970
 * @param options.alone names of fields, besides From, that must not be added later
 * @returns the field for the top of the header; rejects if the key cannot be used
 */
export async function signDkim(
  block: HeaderBlock,
  { form, digest }: SignedBody,
  signer: Signer,
  options: { now: number; alone?: readonly string[] },
): Promise<HeaderField> {
  const names = coveredNames(block, { oversigned: ['from', ...(options.alone ?? [])] });
  const tags = [
    ['v', '1'],
    ['c', `relaxed/${form}`],
    ['t', String(Math.floor(options.now / 1000))],
    ['h', names.join(':')],
    ['bh', bodyHashOf(digest)],
  ] as const;
  return signedField('DKIM-Signature', tags, selectFields(block, names), signer);
}

/** @throws an Error if the body is not complete, or not hashed as a whole */
export function bodyHashOf({ value, limit }: BodyDigest): string {
  if (value === undefined || limit !== Infinity) throw new Error('the body is not hashed');
  return value.toString('base64');
}
