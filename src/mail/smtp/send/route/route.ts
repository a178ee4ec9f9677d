/** Which servers a message may go to. */

import type { Delivery } from '../../delivery.ts';
import type { Endpoint } from '../session/dial.ts';
import type { Host } from './host.ts';
import type { ConnectionCount } from './next-hop.ts';

/** One server to try. */
export type Server = {
  /** Asked for when a message goes there now, not before: a host that nothing goes to may be forgotten. */
  host(): Host;
  /**
   * Its addresses, looked up when its turn has come; a verdict where it has none that may be used.
   * @param until milliseconds on the clock
   */
  locate(until: number): Promise<Endpoint | Delivery>;
};

export interface Route {
  /**
   * The servers for a domain in the order of trial, at least one, or the verdict that there are none. Never rejects.
   * @param domain of the recipient, lower case, A-labels
   * @param until milliseconds on the clock
   */
  servers(domain: string, until: number): Promise<{ servers: readonly Server[] } | Delivery>;
  /** Whether mail to all domains goes the same way: then a host that asks us to slow down means them all. */
  readonly shared: boolean;
  readonly connections: ConnectionCount;
  close(): Promise<void>;
}
