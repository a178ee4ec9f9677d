import type { MailLog } from '../../mail-log.ts';
import type { ConnectionContext } from '../session/client-connection.ts';
import type { OwnSettings } from '../session/hello.ts';
import { ANY } from '../tls/connection-proof.ts';
import { Host } from './host.ts';
import type { ConnectionCount } from './next-hop.ts';
import type { Route, Server } from './route.ts';
import type { Relay } from './target.ts';

/** Sends all messages to one relay. The system resolves its name when we connect: it may be in a hosts file. */
export class RelayRoute implements Route {
  readonly shared = true;
  readonly #host: Host;
  readonly #found: Promise<{ servers: readonly Server[] }>;

  constructor(
    { kind: _kind, port, ...server }: Relay,
    own: OwnSettings,
    context: ConnectionContext,
    log: MailLog,
  ) {
    this.#host = new Host({ ...own, ...server }, false, context, log);
    const located = Promise.resolve({ addresses: [server.host], port, proof: ANY });
    this.#found = Promise.resolve({
      servers: [{ host: () => this.#host, locate: () => located }],
    });
  }

  servers(): Promise<{ servers: readonly Server[] }> {
    return this.#found;
  }

  get connections(): ConnectionCount {
    return this.#host.connections;
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}
