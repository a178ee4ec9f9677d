/** Whether a trusted sealer saw a proof of the author that is missing here. */

import { askedOnce } from '../dns/budget.ts';
import type { Resolve } from '../dns/answer.ts';
import { readSealedResults } from './arc/sealed-results.ts';
import type { ArcResult } from './arc/validate.ts';
import { evaluateDmarc } from './dmarc/evaluate.ts';

/** `silent`: the look-up failed that decides whether a domain that passed at the sealer is the author's. */
export type Vouching = 'yes' | 'no' | 'silent';

/**
 * A seal says only that the sealer has handled the message: a forgery is sealed with its failure.
 * @param arc a passing chain
 * @param author in A-labels and lower case
 * @param resolve never rejects
 */
export async function vouching(
  arc: Pick<ArcResult, 'sets'>,
  author: string,
  resolve: Resolve,
): Promise<Vouching> {
  const newest = arc.sets.at(-1);
  if (newest === undefined) return 'no';
  const sealed = readSealedResults(newest.results.value);
  if (sealed.dmarc.includes(author)) return 'yes';
  const passed = (domain: string) => ({ domain, result: 'pass' });
  const [spf = { result: 'none' }] = sealed.spf.map(passed);
  const { aligned, result } = await evaluateDmarc(
    { author, spf, signatures: sealed.dkim.map(passed) },
    askedOnce(resolve),
  );
  if (aligned.spf || aligned.signatures.includes(true)) return 'yes';
  return result === 'temperror' ? 'silent' : 'no';
}
