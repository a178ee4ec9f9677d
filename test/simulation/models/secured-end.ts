/** A far server's end of a connection behind STARTTLS: the real TLS of node:tls over it, read and written in clear. */

import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { constants } from 'node:crypto';
import { issueCertificate } from '#support/certificate.ts';
import { SimulatedHandle, socketOver } from '../network/handle.ts';
import type { Program, Read, TcpEnd } from '../network/tcp-end.ts';
import { Process, settle } from '../world/process.ts';
import type { FarServerOptions } from './far-options.ts';

type Surroundings = Pick<FarServerOptions, 'world' | 'chance' | 'judge'>;

/** An end of a connection, as a far server uses it. */
export type End = Pick<TcpEnd, 'read' | 'write' | 'written' | 'close' | 'abort' | 'shutdown'> & {
  program: Pick<Program, 'readable' | 'writable'> | undefined;
};

export class SecuredEnd implements End {
  program: End['program'];
  readonly #end: TcpEnd;
  readonly #tls: TLSSocket;
  #received: Buffer[] = [];
  #ending: 'nothing' | 'end' | 'reset' = 'nothing';

  constructor(end: TcpEnd, { world, chance, judge }: Surroundings) {
    this.#end = end;
    this.program = end.program;
    // Of its own: a write of its is reported within microseconds.
    const process = new Process({
      world,
      name: end.name,
      chance,
      skew: 0,
      onFault: (error) => judge.fault(end.name, error),
      diesAt: () => false,
    });
    const socket = socketOver(new SimulatedHandle(process, end, ''), {
      readable: true,
      writable: true,
    });
    this.#tls = new TLSSocket(socket, { isServer: true, secureContext: ownContext() });
    socket.on('error', () => {});
    this.#tls.on('error', () => {});
    this.#tls.on('data', (octets: Buffer) => {
      this.#received.push(octets);
      this.program?.readable();
    });
    this.#tls.once('end', () => this.#ended('end'));
    this.#tls.once('_tlsError', () => this.#ended('reset'));
    this.#tls.once('close', () => this.#ended('reset'));
    settle();
  }

  /** Of the connection: those of TLS. */
  get written(): number {
    return this.#end.written;
  }

  write(octets: Buffer): number {
    this.#tls.write(octets);
    settle();
    return octets.length;
  }

  read(): Read {
    const octets = Buffer.concat(this.#received);
    this.#received = [];
    return octets.length > 0 ? octets : this.#ending;
  }

  close(): void {
    this.program = undefined;
    this.#tls.destroySoon();
    settle();
  }

  abort(): void {
    this.program = undefined;
    this.#end.abort();
    this.#tls.destroy();
    settle();
  }

  shutdown(): void {
    this.close();
  }

  #ended(how: 'end' | 'reset'): void {
    if (this.#ending === 'nothing') this.#ending = how;
    this.program?.readable();
  }
}

let made: SecureContext | undefined;

/** Made once: the length of each octet string in a handshake is the same in all processes. */
const ownContext = (): SecureContext =>
  (made ??= createSecureContext({
    ...issueCertificate({ names: ['far.test'], isEdwards: true }),
    // A ticket that holds the session has a length that chance decides.
    secureOptions: constants.SSL_OP_NO_TICKET,
  }));
