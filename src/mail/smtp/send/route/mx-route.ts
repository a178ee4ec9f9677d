import { isForbidden, ownAddressList } from '#network/forbidden-addresses.ts';
import type { Answer } from '#mail/dns/answer.ts';
import type { Delivery } from '../../delivery.ts';
import type { MailLog } from '../../mail-log.ts';
import { deferral, untrusted } from './host-result.ts';
import type { ConnectionContext } from '../session/client-connection.ts';
import { Host, type LocatedServer } from './host.ts';
import { LOOP, lookUp, mailExchanges, type MxLookup, UNROUTABLE } from './mail-exchanges.ts';
import type { ConnectionCount } from './next-hop.ts';
import type { Route, Server } from './routed-next-hop.ts';
import { Stopwatch } from '../session/stopwatch.ts';
import type { Endpoint } from '../session/dial.ts';
import type { OwnSettings } from '../session/hello.ts';
import { ANY } from '../tls/connection-proof.ts';
import type { DomainPolicies, PolicyAnswer } from '../tls/sts-policies.ts';
import { isAmong } from '../tls/sts-policy.ts';
import { serverTlsa, usableRecords } from '../tls/tlsa.ts';

const SMTP_PORT = 25;
/** The largest number of servers tried for one message: more do not fit into its time. */
const MOST_SERVERS = 8;
/** The largest number of addresses tried for one server. */
const MOST_ADDRESSES = 6;
/** Above this number of known hosts, those without messages and connections are dropped. */
const SWEEP_AT = 256;

export type MxRouteOptions = {
  lookup: MxLookup;
  /** Public IP addresses of this service: no MX record may lead messages back to them. */
  ownAddresses: readonly string[];
  /** Whether servers must give the proof that signed DNS records require (RFC 7672). */
  dane: boolean;
  /** The policies of domains (RFC 8461). */
  policies: DomainPolicies;
  own: OwnSettings;
  context: ConnectionContext;
  log: MailLog;
};

/** One recipient's domain, during one message. */
type Mailbox = {
  domain: string;
  /** Whether the list of its servers was signed. */
  secure: boolean;
  policy: Exclude<PolicyAnswer, 'unknown'>;
  /** The place of a server that has one of our own addresses: less preferred ones would send the message back here. */
  loopFrom: number;
};

/** Sends mail to the recipient's own servers, found by MX. */
export class MxRoute implements Route {
  readonly shared = false;
  readonly #options: MxRouteOptions;
  readonly #isOwn: (address: string) => boolean;
  readonly #hosts = new Map<string, Host>();
  #sweepAt = SWEEP_AT;

  constructor(options: MxRouteOptions) {
    this.#options = options;
    this.#isOwn = ownAddressList(options.ownAddresses);
  }

  async servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery> {
    const { lookup, policies, context } = this.#options;
    const stopwatch = new Stopwatch('dns', context.clock, context.onStage);
    const [found, policy] = await Promise.all([
      mailExchanges(domain, lookup, until),
      policies.of(domain, until),
    ]);
    stopwatch.stop();
    if ('kind' in found) return found;
    if (policy === 'unknown') {
      return deferral('4.3.0', 'Temporary local problem; try again later', 'prepare');
    }
    const mailbox: Mailbox = { domain, secure: found.secure, policy, loopFrom: Infinity };
    // RFC 8461 section 5: a server that the policy does not list is skipped.
    const names =
      policy?.mode === 'enforce'
        ? found.names.filter((name) => isAmong(policy, name))
        : found.names;
    if (policy !== undefined && names.length === 0) {
      context.onProof('pkix', 'mx-not-in-policy');
      const sts = { type: 'sts', row: policy } as const;
      const outcomes = [{ policy: sts, fault: 'mx-not-in-policy' } as const];
      context.onTlsSession?.({ domain, outcomes });
      return untrusted('mx-not-in-policy', 'dns');
    }
    return {
      servers: names.slice(0, MOST_SERVERS).map((name, place) => ({
        host: () => this.#host(name),
        locate: (end) => this.#locate(name, end, place, mailbox),
      })),
    };
  }

  async renewed(domain: string, until: number): Promise<boolean> {
    return this.#options.policies.renewed(domain, until);
  }

  get connections(): ConnectionCount {
    const count = { busy: 0, idle: 0, waiting: 0 };
    for (const { connections } of this.#hosts.values()) {
      count.busy += connections.busy;
      count.idle += connections.idle;
      count.waiting += connections.waiting;
    }
    return count;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.close()));
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= this.#sweepAt) this.#sweep();
    const { own, context, log } = this.#options;
    const options = { ...own, host: name, tls: 'opportunistic' } as const;
    const host = new Host(options, true, context, log);
    this.#hosts.set(name, host);
    return host;
  }

  #sweep(): void {
    for (const [name, host] of this.#hosts) if (host.empty) this.#hosts.delete(name);
    this.#sweepAt = Math.max(SWEEP_AT, this.#hosts.size * 2);
  }

  /**
   * The addresses of one server, and the proof that it must give.
   * @param place its place among the servers of its domain
   */
  async #locate(
    name: string,
    until: number,
    place: number,
    mailbox: Mailbox,
  ): Promise<LocatedServer | Delivery> {
    if (place > mailbox.loopFrom) return LOOP;
    const { lookup, context } = this.#options;
    const { resolve, clock } = lookup;
    const stopwatch = new Stopwatch('dns', clock, context.onStage);
    try {
      const [six, four] = await Promise.all([
        lookUp(resolve(name, 'AAAA'), clock, until),
        lookUp(resolve(name, 'A'), clock, until),
      ]);
      const all = interleave(
        six.kind === 'records' ? six.records : [],
        four.kind === 'records' ? four.records : [],
      );
      if (all.some(this.#isOwn)) {
        mailbox.loopFrom = place;
        return LOOP;
      }
      const addresses = all.filter((address) => !isForbidden(address)).slice(0, MOST_ADDRESSES);
      if (addresses.length === 0) {
        const later = six.kind === 'trouble' || four.kind === 'trouble';
        return later
          ? deferral('4.4.3', 'Temporary DNS failure for the destination domain', 'dns')
          : UNROUTABLE;
      }
      const proof = await this.#proof(name, [six, four], mailbox, until);
      return 'proof' in proof ? { addresses, port: SMTP_PORT, ...proof } : proof;
    } finally {
      stopwatch.stop();
    }
  }

  /** The proof that a server must give, or the verdict if that cannot be determined. @param answers the answers about its addresses */
  async #proof(
    name: string,
    answers: readonly Answer<string>[],
    { domain, secure, policy }: Mailbox,
    until: number,
  ): Promise<Omit<LocatedServer, keyof Endpoint> | Delivery> {
    const { lookup, dane, context } = this.#options;
    const { resolve, clock } = lookup;
    const found = dane
      ? await serverTlsa(name, answers, (of, type) => lookUp(resolve(of, type), clock, until))
      : 'none';
    const pkix = { kind: 'pkix', name } as const;
    const enforced = policy?.mode === 'enforce' ? pkix : undefined;
    const testing =
      policy?.mode === 'testing'
        ? ({ testing: isAmong(policy, name) ? pkix : 'mx-not-in-policy' } as const)
        : {};
    const policies = { domain, sts: policy, tlsa: typeof found === 'object' ? found : undefined };
    const rest = { ...testing, policies };
    if (found === 'none') return { proof: enforced ?? ANY, ...rest };
    if (found === 'trouble') {
      context.onProof('dane', 'tlsa-trouble');
      const tlsa = { type: 'tlsa', base: name, records: [] } as const;
      const outcomes = [{ policy: tlsa, fault: 'tlsa-trouble' } as const];
      context.onTlsSession?.({ domain, host: name, outcomes });
      return untrusted('tlsa-trouble', 'dns');
    }
    const records = usableRecords(found.records);
    // RFC 7672 section 2.2: TLS is required even if no record is usable.
    if (records.length === 0) return { proof: enforced ?? { kind: 'encrypted' }, ...rest };
    // Section 3.2.2: the domain itself is a reference name only if the list of servers is known to be authentic.
    const names = secure ? [found.base, domain] : [found.base];
    return { proof: { kind: 'dane', records, names }, serverName: found.base, ...rest };
  }
}

/** RFC 8305 section 4: IPv6 and IPv4 addresses alternate, IPv6 first. */
function interleave(six: readonly string[], four: readonly string[]): string[] {
  const turns = Array.from({ length: Math.max(six.length, four.length) }, (_, i) => [
    ...six.slice(i, i + 1),
    ...four.slice(i, i + 1),
  ]);
  return turns.flat();
}
