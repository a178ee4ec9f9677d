import { isForbidden, ownAddressList } from '#network/forbidden-addresses.ts';
import type { Delivery } from '../../delivery.ts';
import type { MailLog } from '../../mail-log.ts';
import { deferral } from './host-result.ts';
import type { ConnectionContext } from '../session/client-connection.ts';
import type { Endpoint } from '../session/dial.ts';
import { Host } from './host.ts';
import { lookUp } from './dns-lookup.ts';
import { LOOP, mailExchanges, type MxLookup, UNROUTABLE } from './mail-exchanges.ts';
import type { ConnectionCount } from './next-hop.ts';
import type { Route, Server } from './route.ts';
import { Stopwatch } from '../session/stopwatch.ts';

const SMTP_PORT = 25;
/** Most addresses of one server that are tried. */
const MOST_ADDRESSES = 6;
/** Number of known hosts from which on those without messages and connections are dropped. */
const SWEEP_AT = 256;

/** Sends mail to the recipient's own servers, found by MX. */
export class MxRoute implements Route {
  readonly shared = false;
  readonly #lookup: MxLookup;
  readonly #isOwn: (address: string) => boolean;
  readonly #context: ConnectionContext;
  readonly #log: MailLog;
  readonly #hosts = new Map<string, Host>();
  #sweepAt = SWEEP_AT;
  #closing = false;

  constructor(
    lookup: MxLookup,
    ownAddresses: readonly string[],
    context: ConnectionContext,
    log: MailLog,
  ) {
    this.#lookup = lookup;
    this.#isOwn = ownAddressList(ownAddresses);
    this.#context = context;
    this.#log = log;
  }

  async servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery> {
    const stopwatch = new Stopwatch('dns', this.#context.clock, this.#context.onStage);
    const found = await mailExchanges(domain, this.#lookup, until);
    stopwatch.stop();
    if ('kind' in found) return found;
    const loop = { from: Infinity };
    return {
      servers: found.names.map((name, place) => ({
        host: () => this.#host(name),
        locate: (end) => this.#locate(name, end, place, loop),
      })),
    };
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
    this.#closing = true;
    await Promise.all([...this.#hosts.values()].map((host) => host.close()));
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= this.#sweepAt) this.#sweep();
    const options = {
      hostname: this.#lookup.hostname,
      host: name,
      tls: 'opportunistic',
    } as const;
    const host = new Host(options, true, this.#context, this.#log);
    this.#hosts.set(name, host);
    // Graceful shutdown: this message is the host's last one, so its connection does not stay idle.
    if (this.#closing) void host.close();
    return host;
  }

  #sweep(): void {
    for (const [name, host] of this.#hosts) if (host.empty) this.#hosts.delete(name);
    this.#sweepAt = Math.max(SWEEP_AT, this.#hosts.size * 2);
  }

  /**
   * The addresses of one server.
   * @param place its place among the servers of its domain
   * @param loop the place of a server that has one of our own addresses: those behind it would send the mail back here
   */
  async #locate(
    name: string,
    until: number,
    place: number,
    loop: { from: number },
  ): Promise<Endpoint | Delivery> {
    if (place > loop.from) return LOOP;
    const { resolve, clock } = this.#lookup;
    const stopwatch = new Stopwatch('dns', clock, this.#context.onStage);
    const [six, four] = await Promise.all([
      lookUp(resolve(name, 'AAAA'), clock, until),
      lookUp(resolve(name, 'A'), clock, until),
    ]);
    stopwatch.stop();
    const all = interleave(
      six.kind === 'records' ? six.records : [],
      four.kind === 'records' ? four.records : [],
    );
    if (all.some(this.#isOwn)) {
      loop.from = place;
      return LOOP;
    }
    const addresses = all.filter((address) => !isForbidden(address)).slice(0, MOST_ADDRESSES);
    if (addresses.length > 0) return { addresses, port: SMTP_PORT };
    const later = six.kind === 'trouble' || four.kind === 'trouble';
    return later
      ? deferral('4.4.3', 'The DNS does not tell where the mailbox is', 'dns')
      : UNROUTABLE;
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
