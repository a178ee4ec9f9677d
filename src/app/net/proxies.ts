/** The peers that name the client of a connection by the PROXY protocol. */

import { isTrustedProxy, trustedProxyList } from '#api/limits/client-address.ts';
import type { Config } from '../config/config.ts';

/** Undefined: no peer does on this port. */
export type Proxies = Record<'smtp' | 'http', ((address: string) => boolean) | undefined>;

export function proxiesOf({ proxyProtocol, trustedProxies }: Config): Proxies {
  const trusted = trustedProxyList(trustedProxies);
  const isProxy = (address: string) => isTrustedProxy(address, trusted);
  const on = (port: 'smtp' | 'http') =>
    proxyProtocol === port || proxyProtocol === 'both' ? isProxy : undefined;
  return { smtp: on('smtp'), http: on('http') };
}
