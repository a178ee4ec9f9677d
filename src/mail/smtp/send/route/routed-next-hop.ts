import type { Clock } from '#time/clock.ts';
import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Delivery } from '../../delivery.ts';
import type { MailLog } from '../../mail-log.ts';
import type { Reply } from '../../reply.ts';
import { invalidEnvelope, withAsciiDomain } from '../session/envelope-addresses.ts';
import { BackOff } from './back-off.ts';
import type { Host, LocatedServer } from './host.ts';
import { deferral, type HostResult } from './host-result.ts';
import type { ConnectionCount, NextHop } from './next-hop.ts';
import { RetryHold } from './retry-hold.ts';

/** One server of a route. */
export type Server = {
  /** Called only when a message is about to be sent to the server, because a host without messages may be dropped. */
  host(): Host;
  /**
   * Looks up the server just before it is tried. The result is a verdict if it has no usable address.
   * @param until deadline, in milliseconds on the clock
   */
  locate(until: number): Promise<LocatedServer | Delivery>;
};

/** The servers that a message may go to. */
export interface Route {
  /**
   * The servers for a domain in the order in which they are tried, at least one, or the verdict if there are none. Never rejects.
   * @param domain of the recipient, lower case, A-labels
   * @param until deadline, in milliseconds on the clock
   */
  servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery>;
  /**
   * Called before a message is deferred because no server of the domain can be trusted.
   * @returns whether the domain meanwhile requires another proof; absent: never. Never rejects
   */
  renewed?(domain: string, until: number): Promise<boolean>;
  /** Whether messages to all domains take the same route, so that the back-off of its host applies to all of them. */
  readonly shared: boolean;
  readonly connections: ConnectionCount;
  close(): Promise<void>;
}

/** Time for connecting, over all servers and addresses of one round. RFC 5321 does not name a limit. */
const CONNECT_MS = 45_000;
/** The back-off key for a shared route as a whole. A domain is never empty. */
const WHOLE_ROUTE = '';

/** Sends a message to the servers of its route, one after another, with one retry after a hold. */
export class RoutedNextHop implements NextHop {
  readonly #route: Route;
  readonly #clock: Clock;
  readonly #log: MailLog;
  readonly #backOff: BackOff;
  readonly #retryHold: RetryHold;
  #underWay = 0;
  /** Called when no delivery is in progress; set while the next hop closes. */
  #ended: (() => void) | undefined;

  /** @param retryMs the hold before a message's retry, in milliseconds; 0: no retries */
  constructor(route: Route, clock: Clock, log: MailLog, retryMs: number) {
    this.#route = route;
    this.#clock = clock;
    this.#log = log;
    this.#backOff = new BackOff(clock);
    this.#retryHold = new RetryHold(clock, retryMs);
  }

  async deliver(envelope: Envelope, message: WireMessage, deadline: number): Promise<Delivery> {
    this.#underWay += 1;
    try {
      return await this.#deliverWithRetry(envelope, message, deadline);
    } catch (error) {
      // An error in our own code. We do not know where it occurred, so the server may have the message.
      this.#log.warn({ err: error }, 'next hop: internal error');
      return { ...deferral('4.3.0', 'Temporary local problem; try again later'), unknown: true };
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#ended?.();
    }
  }

  backingOff(forwardPath: string): Reply | undefined {
    const address = recipientOf(forwardPath);
    return (
      this.#backOff.reply(WHOLE_ROUTE) ??
      this.#backOff.reply(domainOf(address)) ??
      this.#backOff.reply(address)
    );
  }

  get connections(): ConnectionCount {
    return this.#route.connections;
  }

  get held(): number {
    return this.#retryHold.held;
  }

  endRetries(): void {
    this.#retryHold.end();
  }

  async close(): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#ended = resolve;
    this.endRetries();
    if (this.#underWay > 0) await ended;
    await this.#route.close();
  }

  async #deliverWithRetry(
    envelope: Envelope,
    message: WireMessage,
    deadline: number,
  ): Promise<Delivery> {
    const invalid = invalidEnvelope(envelope);
    if (invalid) return { kind: 'refused', reply: invalid };
    const pause = this.backingOff(envelope.forwardPath);
    if (pause) return { kind: 'deferred', reply: pause };
    if (this.#ended) return deferral('4.3.2', 'Service shutting down; try again later');
    const first = await this.#tryServers(envelope, message, deadline);
    if (!first.tryNextHost || first.delivery.kind !== 'deferred') return first.delivery;
    if (first.delivery.untrusted !== undefined) {
      // Waiting does not fix a trust fault, but another lookup of the policy may.
      const domain = domainOf(recipientOf(envelope.forwardPath));
      if (!(await this.#route.renewed?.(domain, deadline))) return first.delivery;
      return (await this.#tryServers(envelope, message, deadline)).delivery;
    }
    const retry = await this.#retryHold.wait(message.octets, deadline);
    if (!retry || this.backingOff(envelope.forwardPath)) return first.delivery;
    return (await this.#tryServers(envelope, message, deadline)).delivery;
  }

  /** Tries each server once, until one gives a final verdict. Servers that recently failed to establish a session come last. */
  async #tryServers(
    envelope: Envelope,
    message: WireMessage,
    deadline: number,
  ): Promise<HostResult> {
    const recipient = recipientOf(envelope.forwardPath);
    const domain = domainOf(recipient);
    const limits = { deadline, connectMs: CONNECT_MS };
    const found = await this.#route.servers(domain, deadline);
    if ('kind' in found) return { delivery: found, tryNextHost: true };
    const { servers } = found;
    let avoided: Server[] | undefined;
    let best: HostResult | undefined;
    for (let i = 0; ; i++) {
      const server = servers[i] ?? avoided?.[i - servers.length];
      if (!server || (i > 0 && (limits.connectMs <= 0 || this.#clock.now() >= deadline))) break;
      const lastChoice = i >= servers.length - 1;
      const located = await server.locate(deadline);
      const result =
        'kind' in located
          ? { delivery: located, tryNextHost: true }
          : await server.host().attempt(located, envelope, message, limits, lastChoice, this);
      if (!result) {
        avoided ??= [];
        avoided.push(server);
        continue;
      }
      // A deferral by one server overrides a rejection by another; a request to back off is kept.
      const later = result.delivery.kind === 'deferred' && !best?.backOff;
      if (!best || later || !result.tryNextHost) best = result;
      if (!result.tryNextHost) break;
    }
    best ??= {
      delivery: deferral('4.4.1', 'No mail server available for the destination'),
      tryNextHost: true,
    };
    this.#learn(recipient, domain, best);
    return best;
  }

  #learn(recipient: string, domain: string, { delivery, backOff }: HostResult): void {
    if (backOff === 'all' && this.#route.shared) this.#backOff.requested(WHOLE_ROUTE);
    else if (backOff) this.#backOff.requested(backOff === 'recipient' ? recipient : domain);
    else if (delivery.kind === 'accepted') this.#backOff.succeeded(WHOLE_ROUTE, domain, recipient);
  }
}

/** The address in lower case, its domain in A-labels and without a final dot, which changes nothing (RFC 1034 section 3.1). */
const recipientOf = (forwardPath: string) =>
  withAsciiDomain(forwardPath).replace(/\.$/, '').toLowerCase();

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
