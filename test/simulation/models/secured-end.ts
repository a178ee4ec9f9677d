/** A model's end of a connection after STARTTLS: the real TLS of node:tls over it, read and written in plaintext. */

import { connect, createSecureContext, TLSSocket } from 'node:tls';
import { constants } from 'node:crypto';
import { issueCertificate } from '#support/certificate.ts';
import { SimulatedHandle, socketOver } from '../network/handle.ts';
import type { Program, Read, TcpEnd } from '../network/tcp-end.ts';
import { Process, settle } from '../world/process.ts';
import type { FarServerOptions } from './far-server.ts';

export type Surroundings = Pick<FarServerOptions, 'world' | 'chance' | 'judge'>;

/** An end of a connection in the form for models. */
export type End = Pick<
  TcpEnd,
  'read' | 'stopReading' | 'write' | 'written' | 'close' | 'abort' | 'shutdown'
> & {
  program: Pick<Program, 'readable' | 'writable' | 'coming'> | undefined;
};

/** Made once: the length of each octet string in a handshake is the same in all processes. */
const OF_SERVER = createSecureContext({
  ...issueCertificate({ names: ['far.test'], isEdwards: true }),
  // A ticket that holds the session has a random length.
  secureOptions: constants.SSL_OP_NO_TICKET,
});
/** A server of TLS 1.3 sends tickets unasked. */
const OF_CLIENT = createSecureContext({
  maxVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_TICKET,
});

export class SecuredEnd implements End {
  program: End['program'];
  readonly #end: TcpEnd;
  readonly #process: Process;
  readonly #handle: SimulatedHandle;
  readonly #tls: TLSSocket;
  #received: Buffer[] = [];
  #ending: 'nothing' | 'end' | 'reset' = 'nothing';

  /** @param side remote servers speak TLS 1.3, and senders 1.2 */
  constructor(end: TcpEnd, side: 'server' | 'client', { world, chance, judge }: Surroundings) {
    this.#end = end;
    this.program = end.program;
    // A separate one, because its writes are reported within microseconds.
    this.#process = new Process({
      world,
      name: end.name,
      chance,
      onFault: (error) => judge.fault(end.name, error),
    });
    this.#handle = new SimulatedHandle(this.#process, end, '');
    const socket = socketOver(this.#handle, { readable: true, writable: true });
    Object.assign(end.program ?? {}, { coming: this.program?.coming });
    this.#tls =
      side === 'server'
        ? new TLSSocket(socket, { isServer: true, secureContext: OF_SERVER })
        : connect({ socket, secureContext: OF_CLIENT, rejectUnauthorized: false });
    socket.on('error', () => {});
    this.#tls.on('error', () => {});
    this.#tls.on('data', (octets: Buffer) => {
      this.#received.push(octets);
      this.program?.readable();
    });
    this.#tls.once('end', () => this.#ended('end'));
    for (const event of ['_tlsError', 'close']) {
      this.#tls.once(event, () => {
        if (this.#ending === 'nothing') this.#ended('reset');
      });
    }
    settle();
  }

  /** Of the connection: those of TLS. */
  get written(): number {
    return this.#end.written;
  }

  write(octets: Buffer): number {
    // The other side has ended it: in plaintext the octets would cause a reset.
    if (this.#tls.writableEnded) this.#process.setImmediate(() => this.#ended('reset'));
    else this.#tls.write(octets);
    settle();
    return octets.length;
  }

  read(): Read {
    const octets = Buffer.concat(this.#received);
    this.#received = [];
    return octets.length > 0 ? octets : this.#ending;
  }

  stopReading(): void {
    this.#handle.readStop();
  }

  close(): void {
    this.program = undefined;
    this.#onceSent(() => this.#tls.destroySoon());
  }

  abort(): void {
    this.program = undefined;
    this.#end.abort();
    this.#tls.destroy();
    settle();
  }

  /** It continues to read. */
  shutdown(): void {
    this.#onceSent(() => this.#tls.end());
  }

  /** The native part must not be ended within the report of a write. */
  #onceSent(run: () => void): void {
    const { writableLength } = this.#tls;
    if (writableLength === 0) run();
    else this.#tls.write('', () => this.#process.setImmediate(run));
    settle();
  }

  #ended(how: 'end' | 'reset'): void {
    this.#ending = how;
    this.program?.readable();
  }
}
