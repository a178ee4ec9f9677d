/** A route: the servers that a message may go to. */

import type { Delivery } from '../../delivery.ts';
import type { Host, LocatedServer } from './host.ts';
import type { ConnectionCount } from './next-hop.ts';

/** One server of a route. */
export type Server = {
  /** Called when a message goes to the server now, and not before: a host without messages may be dropped. */
  host(): Host;
  /**
   * Looks it up when its turn has come. The result is a verdict where it has no usable one.
   * @param until deadline, milliseconds on the clock
   */
  locate(until: number): Promise<LocatedServer | Delivery>;
};

export interface Route {
  /**
   * The servers for a domain in the order of trial, at least one, or the verdict that there are none. Never rejects.
   * @param domain of the recipient, lower case, A-labels
   * @param until deadline, milliseconds on the clock
   */
  servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery>;
  /**
   * Called before a mail is refused as no server of the domain can be trusted.
   * @returns whether the domain asks for another proof by now; absent: never. Never rejects
   */
  renewed?(domain: string, until: number): Promise<boolean>;
  /** Whether mail to all domains takes the same route, so that the back-off of its host applies to all of them. */
  readonly shared: boolean;
  readonly connections: ConnectionCount;
  close(): Promise<void>;
}
