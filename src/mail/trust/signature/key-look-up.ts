/** The key of a signature, looked up in the DNS: RFC 6376 section 3.6.2. */

import type { Answer, Resolve } from '../../dns/answer.ts';
import { parsedOnce } from '../../dns/cache.ts';
import { type KeyFlaw, type PublicKey, readKey } from './public-key.ts';

export type KeyFound = PublicKey | KeyFlaw | 'no-key' | 'no-answer';

/** Most records of one name that are read; RFC 6376 section 3.6.2.2 allows only one. */
const RECORDS = 4;

/** The first record with a valid key; without one, the flaw of the first. */
const keyIn = parsedOnce((answer: Answer<string>): KeyFound => {
  if (answer.kind === 'trouble') return 'no-answer';
  if (answer.kind !== 'records') return 'no-key';
  const read = answer.records.slice(0, RECORDS).map(readKey);
  return read.find((key) => typeof key !== 'string') ?? read[0] ?? 'no-key';
});

/** Never rejects. @param selector as `domain`, in A-labels */
export async function lookUpKey(
  resolve: Resolve,
  selector: string,
  domain: string,
): Promise<KeyFound> {
  return keyIn(await resolve(`${selector}._domainkey.${domain}`, 'TXT'));
}
