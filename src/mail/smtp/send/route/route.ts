/** A route: the servers that a message may go to. */

import type { Delivery } from '../../delivery.ts';
import type { Host, LocatedServer } from './host.ts';
import type { ConnectionCount } from './next-hop.ts';

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
