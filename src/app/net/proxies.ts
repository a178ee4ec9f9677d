/** The peers that may name the client of a connection by the PROXY protocol. */

import { isTrustedProxy, trustedProxyList } from '#api/limits/client-address.ts';
import type { Config } from '../config/config.ts';

/** Undefined: no peer may on this port. */
export type Proxies = Record<'smtp' | 'http', ((address: string) => boolean) | undefined>;

/** Whether an address is one of TRUSTED_PROXIES. */
export function isProxy({ trustedProxies }: Config): (address: string) => boolean {
  const trusted = trustedProxyList(trustedProxies);
  return (address) => isTrustedProxy(address, trusted);
}

export function proxiesOf(config: Config): Proxies {
  const { proxyProtocol } = config;
  const trusted = isProxy(config);
  const on = (port: 'smtp' | 'http') =>
    proxyProtocol === port || proxyProtocol === 'both' ? trusted : undefined;
  return { smtp: on('smtp'), http: on('http') };
}
