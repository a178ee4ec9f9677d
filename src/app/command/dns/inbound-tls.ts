/**
 * The records by which other servers verify that they reach us: MTA-STS, TLS-RPT, DANE. Mail also arrives without them.
 */

import type { Resolve } from '#mail/dns/answer.ts';
import { certificateKey, nextCertificateKey, rememberedKeys } from '../../keys/tls-keys.ts';
import { ownPolicy } from '../../net/own-policy.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../observe/log.ts';
import { withStore } from '../with-store.ts';
import type { WantedRecord } from './records.ts';

/** Empty if we do not offer TLS. */
export async function inboundTlsRecords(
  config: Config,
  resolve: Resolve,
  log: Log,
): Promise<WantedRecord[]> {
  const policy = ownPolicy(config);
  if (policy === undefined) return [];
  const { id, domains } = policy;
  const reports = `v=TLSRPTv1; rua=mailto:postmaster@${config.names.domains[0]}`;
  const wanted = domains.flatMap((domain): WantedRecord[] => [
    { kind: 'MTA-STS', name: `_mta-sts.${domain}`, text: `v=STSv1; id=${id};`, id },
    { kind: 'address', name: `mta-sts.${domain}` },
    { kind: 'TLS-RPT', name: `_smtp._tls.${domain}`, text: reports },
  ]);
  const known = (await isSigned(config.mailHost, resolve))
    ? await keysOfCertificate(config, log)
    : [];
  const next = known.length > 0 ? nextCertificateKey(config) : undefined;
  const keys = new Set(next === undefined ? known : [...known, next]);
  const name = `_25._tcp.${config.mailHost}`;
  return [...wanted, ...[...keys].map((digest) => ({ kind: 'TLSA' as const, name, digest }))];
}

/** RFC 7672 section 2.2.2: no one looks up TLSA records of a server whose zone is not signed. */
async function isSigned(host: string, resolve: Resolve): Promise<boolean> {
  const answers = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')]);
  return answers.every((answer) => answer.kind !== 'trouble' && answer.secure);
}

async function keysOfCertificate(config: Config, log: Log): Promise<string[]> {
  const current = certificateKey(config);
  if (current === undefined) return [];
  // Without a database the previous key is unknown.
  return withStore({ databaseUrl: config.databaseUrl, log }, (store) =>
    rememberedKeys(store, current),
  ).catch(() => [current]);
}
