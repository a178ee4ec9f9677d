/** Whether DANE can be used: the resolvers are on this machine and validate (RFC 7672 section 2.2). */

import type { Resolve } from '#mail/dns/answer.ts';
import { isTrusted, type Resolver } from '#mail/dns/resolver.ts';
import type { Clock } from '#time/clock.ts';
import type { Config } from '../config/config.ts';
import { EXIT_UNAVAILABLE, Fault } from '../config/fault.ts';
import { serversAsked } from './dns.ts';
import type { Log } from '../observe/log.ts';

/** The interval of looking up the root, in milliseconds. */
const LOOK_MS = 600_000;

type DaneSettings = Pick<Config, 'wayOut' | 'nextHop' | 'dnsServers'>;

/** Whether mail goes to servers that may have TLSA records, and all answers about them can be trusted. */
export function asksTlsa({ wayOut, nextHop, dnsServers }: DaneSettings): boolean {
  return (
    nextHop.kind === 'mx' && wayOut.dane !== 'off' && serversAsked(dnsServers).every(isTrusted)
  );
}

/** The root's answer: a zone that is signed everywhere. Undefined: no answer. */
export async function isValidated(resolve: Resolve): Promise<boolean | undefined> {
  const answer = await resolve('.', 'NS');
  return answer.kind === 'trouble' ? undefined : answer.secure;
}

/** @throws Fault if DANE=on is not possible: 78 for resolvers that do not validate, 69 for unresponsive ones */
export async function requireDane(config: DaneSettings, resolve: Resolve): Promise<void> {
  if (config.wayOut.dane !== 'on' || config.nextHop.kind !== 'mx') return;
  const validated = asksTlsa(config) && (await isValidated(resolve));
  if (validated === true) return;
  if (validated === undefined) {
    throw new Fault(
      'DANE is on, but the DNS does not respond: check DNS_SERVERS, or set DANE=auto to start without it.',
      EXIT_UNAVAILABLE,
    );
  }
  throw new Fault(
    'DANE is on, which requires DNS_SERVERS on this machine that validate DNSSEC: install unbound, or set DANE=auto.',
  );
}

/**
 * Logs whether DANE is in use, now and whenever that changes. @returns stops it
 * @param onResult is called with the result of each check
 */
export function watchDane(
  config: DaneSettings,
  { resolveAnew }: Pick<Resolver, 'resolveAnew'>,
  clock: Clock,
  log: Log,
  onResult: (validated: boolean) => void,
): () => void {
  if (config.wayOut.dane === 'off' || config.nextHop.kind !== 'mx') return () => {};
  if (!asksTlsa(config)) {
    log.warn('DANE disabled: some DNS_SERVERS are remote, so their answers cannot be trusted');
    return () => {};
  }
  let before: boolean | undefined;
  let cancel = () => {};
  const look = async () => {
    // The root's records live for days: a cached answer would hide for an hour that validation has ended.
    const validated = await isValidated(resolveAnew);
    cancel = clock.after(LOOK_MS, () => void look());
    if (validated === undefined || validated === before) return;
    onResult(validated);
    if (validated) log.info('DANE enabled: DNSSEC is validated on this machine');
    else log.warn('DANE disabled: the resolver on this machine does not validate DNSSEC');
    before = validated;
  };
  void look();
  return () => cancel();
}
