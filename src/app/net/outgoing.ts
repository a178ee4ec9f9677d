/** Connections that leave from the operator's choice of addresses (OUTGOING_ADDRESS). */

import { isIP, isIPv4, type NetConnectOpts, Socket } from 'node:net';
import type { Connect } from '#mail/smtp/send/session/dial.ts';

/**
 * @param from one address, or one of each family; empty: the system chooses. A server of a missing family is not
 * connected to: its socket fails, so that the next address is tried
 */
export function connectFrom(
  from: readonly string[],
  connect: (to: NetConnectOpts) => Socket,
): Connect {
  if (from.length === 0) return connect;
  return (to) => {
    // The name of a relay is looked up for the family of the first address.
    const family = isIP(to.host) || (isIPv4(from[0] ?? '') ? 4 : 6);
    const localAddress = from.find((address) => isIP(address) === family);
    if (localAddress !== undefined) return connect({ ...to, family, localAddress });
    const socket = new Socket();
    setImmediate(() =>
      socket.destroy(new Error('OUTGOING_ADDRESS does not include an address of this family')),
    );
    return socket;
  };
}
