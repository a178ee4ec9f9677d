/** RFC 7672 section 2.2: the TLSA records of a mail server, and their base domain. */

import type { Answer, AnswerOrPromise, RecordData } from '#mail/dns/answer.ts';
import { isExcessive, type Tlsa } from './tlsa.ts';

/** Records of a server, usable or not, and their base domain; `trouble`: the server may have some. */
export type ServerTlsa = { base: string; records: readonly Tlsa[] } | 'none' | 'trouble';

type Ask = <Type extends 'CNAME' | 'TLSA'>(
  name: string,
  type: Type,
) => AnswerOrPromise<RecordData[Type]>;

/**
 * @param name of the server
 * @param addresses the answers about its addresses of both families
 * @param ask performs a lookup within the time of the message
 */
export async function serverTlsa(
  name: string,
  addresses: readonly Answer<string>[],
  ask: Ask,
): Promise<ServerTlsa> {
  const bases = await baseDomains(name, addresses, ask);
  if (bases === 'trouble') return bases;
  for (const base of bases) {
    const answer = await ask(`_25._tcp.${base}`, 'TLSA');
    // Section 2.1.2: a bogus or missing answer may hide the records.
    if (answer.kind === 'trouble') return 'trouble';
    if (answer.kind !== 'records' || !answer.secure) continue;
    return isExcessive(answer.records) ? 'trouble' : { base, records: answer.records };
  }
  return 'none';
}

/** Section 2.2.2 and 2.2.3: the names at which TLSA records are looked up, if the zone is signed. */
async function baseDomains(
  name: string,
  addresses: readonly Answer<string>[],
  ask: Ask,
): Promise<readonly string[] | 'trouble'> {
  const told = addresses.filter((answer) => answer.kind !== 'trouble');
  const target = told.find(({ canonical }) => canonical !== undefined)?.canonical;
  // In unsigned zones TLSA is not looked up: their servers often fail on the query.
  if (told.length > 0 && told.every(({ secure }) => secure)) {
    return target === undefined ? [name] : [target, name];
  }
  if (target === undefined) return [];
  // Its target is unsigned: the alias itself may be signed.
  const alias = await ask(name, 'CNAME');
  if (alias.kind === 'trouble') return 'trouble';
  return alias.kind === 'records' && alias.secure ? [name] : [];
}
