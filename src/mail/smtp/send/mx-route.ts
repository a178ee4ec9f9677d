import { isForbidden, ownAddressList } from '#network/forbidden-addresses.ts';
import type { Delivery } from '../delivery.ts';
import type { Log } from '../log.ts';
import { deferral } from './attempt.ts';
import type { World } from './connection.ts';
import type { Endpoint } from './dial.ts';
import { Host } from './host.ts';
import { lookUp } from './lookup.ts';
import { LOOP, mailExchanges, type Signposts, UNROUTABLE } from './mail-exchanges.ts';
import type { ConnectionCount } from './next-hop.ts';
import { rememberingResolver } from './remembering-resolver.ts';
import type { Route, Server } from './route.ts';
import { Stopwatch } from './stopwatch.ts';

const SMTP_PORT = 25;
/** Addresses of one server that are tried. */
const MOST_ADDRESSES = 6;
/** Known servers from which on those that nothing goes to are forgotten. */
const SWEEP_AT = 256;

/** Mail to the recipient's own servers. */
export class MxRoute implements Route {
  readonly shared = false;
  readonly #signposts: Signposts;
  readonly #isOwn: (address: string) => boolean;
  readonly #world: World;
  readonly #log: Log;
  readonly #hosts = new Map<string, Host>();
  #sweepAt = SWEEP_AT;
  #closing = false;

  constructor(signposts: Signposts, ownAddresses: readonly string[], world: World, log: Log) {
    const resolver = rememberingResolver(signposts.resolver, signposts.clock);
    this.#signposts = { ...signposts, resolver };
    this.#isOwn = ownAddressList(ownAddresses);
    this.#world = world;
    this.#log = log;
  }

  async servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery> {
    const watch = new Stopwatch('dns', this.#world.clock, this.#world.onStage);
    const found = await mailExchanges(domain, this.#signposts, until);
    watch.stop();
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
    const count = { busy: 0, idle: 0 };
    for (const { connections } of this.#hosts.values()) {
      count.busy += connections.busy;
      count.idle += connections.idle;
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
    const manners = {
      hostname: this.#signposts.hostname,
      host: name,
      tls: 'opportunistic',
    } as const;
    const host = new Host(manners, true, this.#world, this.#log);
    this.#hosts.set(name, host);
    // Its message is the last one: no connection rests there.
    if (this.#closing) void host.close();
    return host;
  }

  #sweep(): void {
    for (const [name, host] of this.#hosts) if (host.empty) this.#hosts.delete(name);
    this.#sweepAt = Math.max(SWEEP_AT, this.#hosts.size * 2);
  }

  /**
   * @param place among the servers of its domain
   * @param loop the place of a server that has turned out to be ourselves: those behind it would send the mail back here
   */
  async #locate(
    name: string,
    until: number,
    place: number,
    loop: { from: number },
  ): Promise<Endpoint | Delivery> {
    if (place > loop.from) return LOOP;
    const { resolver, clock } = this.#signposts;
    const watch = new Stopwatch('dns', clock, this.#world.onStage);
    const [six, four] = await Promise.all([
      lookUp(() => resolver.resolve6(name), clock, until),
      lookUp(() => resolver.resolve4(name), clock, until),
    ]);
    watch.stop();
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

/** RFC 8305 section 4: the families take turns, IPv6 first. */
function interleave(six: readonly string[], four: readonly string[]): string[] {
  const turns = Array.from({ length: Math.max(six.length, four.length) }, (_, i) => [
    ...six.slice(i, i + 1),
    ...four.slice(i, i + 1),
  ]);
  return turns.flat();
}
