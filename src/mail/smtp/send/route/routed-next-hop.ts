import type { Envelope, WireMessage } from '../../../message/message.ts';
import type { Delivery } from '../../delivery.ts';
import type { Log } from '../../mail-log.ts';
import type { Reply } from '../../reply.ts';
import type { Clock } from '#time/clock.ts';
import { type Attempt, deferral } from './host-result.ts';
import { Backoff } from './back-off.ts';
import type { Times } from '../session/client-connection.ts';
import { unspeakable, withAsciiDomain } from '../session/requirements.ts';
import type { ConnectionCount, NextHop } from './next-hop.ts';
import { Patience } from './retry-hold.ts';
import type { Route, Server } from './route.ts';

/** RFC 5321 leaves the time for connecting open: so long in all, over all servers and addresses of one round. */
const CONNECT_MS = 45_000;
/** The key under which a shared route as a whole backs off; no domain is empty. */
const WHOLE_ROUTE = '';

/** Takes a message to the servers of its route, one after the other, and once more after a pause. */
export class RoutedNextHop implements NextHop {
  readonly #route: Route;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #backoff: Backoff;
  readonly #patience: Patience;
  #closing = false;

  /** @param secondTryMs how long a message that met trouble is held back before its one more try; 0: none */
  constructor(route: Route, clock: Clock, log: Log, secondTryMs: number) {
    this.#route = route;
    this.#clock = clock;
    this.#log = log;
    this.#backoff = new Backoff(clock);
    this.#patience = new Patience(clock, secondTryMs);
  }

  async deliver(envelope: Envelope, message: WireMessage, deadline: number): Promise<Delivery> {
    try {
      return await this.#deliver(envelope, message, deadline);
    } catch (error) {
      // A fault of ours. Where it came from is not known, so neither is how far the message was.
      this.#log.warn({ err: error }, 'next hop: fault');
      return { ...deferral('4.3.0', 'A local error; try again later'), unknown: true };
    }
  }

  backingOff(forwardPath: string): Reply | undefined {
    return this.#backoff.reply(WHOLE_ROUTE) ?? this.#backoff.reply(domainOf(forwardPath));
  }

  get connections(): ConnectionCount {
    return this.#route.connections;
  }

  hurry(): void {
    this.#patience.end();
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.hurry();
    await this.#route.close();
  }

  async #deliver(envelope: Envelope, message: WireMessage, deadline: number): Promise<Delivery> {
    const unusable = unspeakable(envelope);
    if (unusable) return { kind: 'refused', reply: unusable };
    const pause = this.backingOff(envelope.forwardPath);
    if (pause) return { kind: 'deferred', reply: pause };
    if (this.#closing) return deferral('4.3.2', 'The service is stopping; try again later');
    const first = await this.#round(envelope, message, deadline);
    if (!first.elsewhere || first.delivery.kind !== 'deferred') return first.delivery;
    const again = await this.#patience.wait(message.octets, deadline);
    if (!again || this.backingOff(envelope.forwardPath)) return first.delivery;
    return (await this.#round(envelope, message, deadline)).delivery;
  }

  /** Each server once, until one gives a verdict that another could not better; those in trouble after the others. */
  async #round(envelope: Envelope, message: WireMessage, deadline: number): Promise<Attempt> {
    const domain = domainOf(envelope.forwardPath);
    const times = { deadline, connectMs: CONNECT_MS };
    const found = await this.#route.servers(domain, deadline);
    if ('kind' in found) return { delivery: found, elsewhere: true };
    const { servers } = found;
    let passedOver: Server[] | undefined;
    let best: Attempt | undefined;
    for (let i = 0; ; i++) {
      const server = servers[i] ?? passedOver?.[i - servers.length];
      if (!server || (i > 0 && (times.connectMs <= 0 || this.#clock.now() >= deadline))) break;
      const attempt = await this.#try(server, envelope, message, times, i >= servers.length - 1);
      if (!attempt) {
        passedOver ??= [];
        passedOver.push(server);
        continue;
      }
      // Where one server says never and another says later, it is later; one that asks for patience is not forgotten.
      const later = attempt.delivery.kind === 'deferred' && !best?.slowDown;
      if (!best || later || !attempt.elsewhere) best = attempt;
      if (!attempt.elsewhere) break;
    }
    best ??= { delivery: deferral('4.4.1', 'No server of the mailbox was found'), elsewhere: true };
    this.#learn(domain, best);
    return best;
  }

  async #try(
    server: Server,
    envelope: Envelope,
    message: WireMessage,
    times: Times,
    patient: boolean,
  ): Promise<Attempt | undefined> {
    const endpoint = await server.locate(times.deadline);
    if ('kind' in endpoint) return { delivery: endpoint, elsewhere: true };
    return server.host().attempt(endpoint, envelope, message, times, patient, this);
  }

  #learn(domain: string, { delivery, slowDown }: Attempt): void {
    if (slowDown === 'all' && this.#route.shared) this.#backoff.complained(WHOLE_ROUTE);
    else if (slowDown) this.#backoff.complained(domain);
    else if (delivery.kind === 'accepted') this.#backoff.contented(WHOLE_ROUTE, domain);
  }
}

/** In lower case, A-labels, and without a final dot: with it the name is the same (RFC 1034 section 3.1). */
function domainOf(forwardPath: string): string {
  const address = withAsciiDomain(forwardPath).replace(/\.$/, '');
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
