/** A verifier after the engine, by another implementation: the signatures on the engine's messages must pass there. */

import { authenticate } from 'mailauth';
import { nodeStyle, zoneResolver } from '#support/zone-resolver.ts';
import type { LoadAuthor, LoadChecks } from './author.ts';

/** @param message as the engine has passed it on */
export async function isProven(
  message: Buffer,
  checks: Exclude<LoadChecks, 'none'>,
  { zone }: Pick<LoadAuthor, 'zone'>,
): Promise<boolean> {
  const { dkim, arc, dmarc } = await authenticate(message, {
    resolver: nodeStyle(zoneResolver(zone)),
    strict: true,
    disableBimi: true,
    ip: '127.0.0.1',
    helo: 'mx.alias.test',
    sender: 'load@b.alias.test',
    mta: 'sink.test',
  });
  const proven = dmarc && dmarc.status.result === 'pass';
  const signed = dkim.results.some(({ status }) => status.result === 'pass');
  const sealed = checks === 'rewrite' || (arc && arc.status.result === 'pass');
  return proven && signed && sealed;
}
