/** Our own ARC set: RFC 8617 section 5.1. */

import { type HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { bodyHashOf, type SignedBody } from '../dkim/sign.ts';
import { DKIM_SIGNATURE } from '../dkim/signature.ts';
import { selectFields } from '../signature/canonical-header.ts';
import { coveredNames } from '../signature/covered-fields.ts';
import { type Signer, signedField } from '../signature/signer.ts';
import type { ArcSet, ChainValidation } from './sets.ts';
import { sealedFields } from './validate.ts';

export type ArcSealInput = {
  /** The instance of our set. */
  instance: number;
  /** The chain of the incoming message. */
  chain: { result: ChainValidation; sets: readonly ArcSet[] };
  /**
   * Value of ARC-Authentication-Results after the instance (RFC 8617 section 4.1.1), starting with our name; may be
   * folded.
   */
  results: string;
  body: SignedBody;
  signer: Signer;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * @param block the header as it is sent, including the older sets
 * @returns the set for the top of the header, the seal first; rejects if the key cannot be used
 */
export async function seal(
  block: HeaderBlock,
  { instance, chain, results, body, signer, now }: ArcSealInput,
): Promise<HeaderField[]> {
  const { form, digest } = body;
  const i = ['i', String(instance)] as const;
  const time = ['t', String(Math.floor(now / 1000))] as const;
  const own = new HeaderField(`ARC-Authentication-Results: i=${instance}; ${results}`);
  const names = coveredNames(block, { also: [DKIM_SIGNATURE], oversigned: ['from'] });
  const message = await signedField(
    'ARC-Message-Signature',
    [i, ['c', `relaxed/${form}`], time, ['h', names.join(':')], ['bh', bodyHashOf(digest)]],
    selectFields(block, names),
    signer,
  );
  const cv = chain.result;
  // RFC 8617 section 5.1.2: the seal of a failed chain covers only its own set.
  const covered = sealedFields(cv === 'fail' ? [] : chain.sets, {
    results: own,
    message: { field: message },
  });
  const sealed = await signedField('ARC-Seal', [i, ['cv', cv], time], covered, signer);
  return [sealed, message, own];
}
