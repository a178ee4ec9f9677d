/** One client's TCP connection: its socket, TLS on top of it, and its timeouts. */

import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '#time/clock.ts';
import { cork } from '#runtime/corked-writes.ts';
import type { Limits } from './limits.ts';
import type { Incoming } from './mail-transaction.ts';
import { closeBehindQuit, closeWithoutQuit } from './close-detection.ts';
import type { ConnectedClient, Policy } from './policy.ts';
import * as replies from './replies.ts';
import { Session } from './session.ts';
import type { SessionSettings, Wire } from './wire.ts';

/** The age at which a message's average speed is first judged, in milliseconds. */
const SPEED_GRACE_MS = 10_000;
/** Time for a client to read our last reply and close before its connection is cut, in milliseconds. */
const LINGER_MS = 5_000;

export type ConnectionSettings = SessionSettings & {
  clock: Clock;
  /** The current certificate; undefined if there is none. */
  secureContext: () => SecureContext | undefined;
  /** The number of octets in the runtime's own memory that are no longer needed. */
  onGarbage: (octets: number) => void;
  /** Called when octets were received or sent: the connection may have become idle, or busy. */
  onActivity: (connection: Connection, at: number) => void;
};

export class Connection implements Wire {
  readonly #session: Session;
  readonly #settings: ConnectionSettings;
  readonly #limits: Limits;
  readonly #openedAt: number;
  /** The TCP connection, and the stream of the session: TLS on top of it, or the connection itself. */
  readonly #wire: Socket;
  #socket: Socket;
  /** The last time at which the client sent something or got a reply. */
  #activeAt: number;
  /** The last time at which it got a reply. */
  #sentAt = 0;
  /** The number of octets received by then. */
  #heardAt = 0;
  /** The message, or chunk of one, that was coming in at the last check, and the time of its first check. */
  #incoming: Incoming | undefined;
  #incomingSince = 0;
  #handshakeSince = 0;
  #endedAt = 0;
  #greetedAt: number | undefined;
  /** The time from our greeting to the client's answer. The client must wait for the greeting, so this is at least one round trip. */
  #roundTripMs: number | undefined;

  /** @param socket whose octets arrive through `received` */
  constructor(
    socket: Socket,
    client: ConnectedClient,
    policy: Policy,
    settings: ConnectionSettings,
  ) {
    this.#wire = socket;
    this.#socket = socket;
    this.#settings = settings;
    this.#limits = settings.limits;
    this.#openedAt = settings.clock.now();
    this.#activeAt = this.#openedAt;
    this.#session = new Session(client, policy, this, settings);
    this.#listen(socket);
    socket.once('close', () => this.#guarded(() => this.#session.ended()));
  }

  /** Sends the greeting, unless the client sends data first (RFC 5321 section 4.3.1: it should wait). */
  open(): void {
    // Two turns of the event loop: by then the octets of a client's first packet have been read.
    setImmediate(() =>
      setImmediate(() => {
        this.#greetedAt = this.#settings.clock.now();
        if (this.#endedAt === 0) this.#session.greet();
      }),
    );
  }

  /** Octets from the client, in plaintext or decrypted from TLS; lent until the call returns. */
  received(octets: Buffer): void {
    this.#activeAt = this.#settings.clock.now();
    if (this.#greetedAt === undefined) return this.#session.close(replies.TALKED_FIRST);
    this.#roundTripMs ??= this.#activeAt - this.#greetedAt;
    this.#guarded(() => this.#session.input(octets));
    this.#settings.onActivity(this, this.#activeAt);
  }

  /** The server waits for a command or a handshake: if the client is disconnected now, no message is lost. */
  get isIdle(): boolean {
    // A decision may come, and replies be written, after the connection has ended.
    if (this.#endedAt > 0 || this.#wire.destroyed) return false;
    return this.#handshakeSince > 0 || this.#session.isIdle;
  }

  /** Ends an idle connection in favour of another client. */
  evict(): void {
    // A client in its handshake, or with unread replies, would not read this one either.
    const deaf = this.#handshakeSince > 0 || this.#socket.writableLength > 0;
    this.#session.close(replies.EVICTED);
    if (deaf) this.#socket.destroy();
    else this.#socket.destroySoon();
  }

  /** Closes as soon as no message is in progress. */
  drain(): void {
    this.#session.drain();
  }

  /** Closes now if the message is incomplete; a client that waits for its verdict gets it. */
  interrupt(): void {
    if (this.#session.waitsFor !== 'policy') this.#session.close(replies.SHUTTING_DOWN);
  }

  send(octets: string): boolean {
    this.#sentAt = this.#settings.clock.now();
    this.#heardAt = this.#wire.bytesRead;
    this.#activeAt = this.#sentAt;
    cork(this.#socket);
    const wasRead = this.#socket.write(octets, 'latin1');
    this.#settings.onActivity(this, this.#activeAt);
    return wasRead;
  }

  end(): void {
    this.#endedAt = this.#settings.clock.now();
    this.#settings.onActivity(this, this.#endedAt);
    this.#socket.end();
    // RFC 5321 section 4.1.1.10: the client may still be sending; its commands are read and discarded.
    this.#socket.resume();
  }

  endAfterClient(quit: boolean): void {
    const { clock, onActivity } = this.#settings;
    this.#endedAt = clock.now();
    onActivity(this, this.#endedAt);
    this.#socket.resume();
    const settings = {
      socket: this.#socket,
      wire: this.#wire,
      clock,
      roundTripMs: this.#roundTripMs ?? 0,
      sentAt: this.#sentAt,
      heardAt: this.#heardAt,
    };
    const close = quit ? closeBehindQuit : closeWithoutQuit;
    close(settings, (isCertain) => this.#guarded(() => this.#session.acknowledged(isCertain)));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  secure(): void {
    const secureContext = this.#settings.secureContext();
    if (secureContext === undefined) return void this.#socket.destroy();
    this.#handshakeSince = this.#settings.clock.now();
    this.#settings.onActivity(this, this.#handshakeSince);
    const plain = this.#wire;
    // RFC 3207 section 4: the 220 is sent in plaintext, before the handshake.
    plain.uncork();
    const socket = new TLSSocket(plain, { isServer: true, secureContext, server: undefined });
    this.#socket = socket;
    socket.once('close', () => plain.destroy());
    // RFC 8446 section 6.2: an error closes the connection immediately. After the handshake the runtime reports an error only by
    // this event and continues to read: neither 'error' nor 'close' would follow.
    socket.once('_tlsError', () => socket.destroy());
    this.#listen(socket);
    socket.on('data', (octets: Buffer) => {
      this.received(octets);
      this.#settings.onGarbage(octets.length);
    });
    socket.once('secure', () => {
      this.#handshakeSince = 0;
      this.#activeAt = this.#settings.clock.now();
      this.#session.secured({
        protocol: socket.getProtocol() ?? 'TLS',
        cipher: socket.getCipher().name,
      });
      this.#settings.onActivity(this, this.#activeAt);
    });
  }

  /** Ends the connection if a timeout has passed. Called about once a second. */
  checkTime(now: number): void {
    const { commandMs, dataBlockMs, connectionMs, handshakeMs } = this.#limits;
    const waitsFor = this.#session.waitsFor;
    if (this.#session.incoming !== this.#incoming) {
      this.#incoming = this.#session.incoming;
      this.#incomingSince = now;
    }
    if (this.#endedAt > 0) {
      if (now - this.#endedAt > LINGER_MS) this.#socket.destroy();
    } else if (this.#handshakeSince > 0) {
      if (now - this.#handshakeSince > handshakeMs) this.#socket.destroy();
    } else if (waitsFor === 'command' && now - this.#activeAt > commandMs) {
      this.#session.close(replies.TIMED_OUT);
    } else if (waitsFor === 'message' && now - this.#activeAt > dataBlockMs) {
      this.#session.close(replies.TIMED_OUT);
    } else if (waitsFor === 'message' && this.#isTooSlow(now)) {
      this.#session.close(replies.TOO_SLOW);
    } else if (waitsFor !== 'policy' && now - this.#openedAt > connectionMs) {
      this.#session.close(replies.TIMED_OUT);
    }
  }

  #isTooSlow(now: number): boolean {
    const ms = now - this.#incomingSince;
    const wanted = (this.#limits.dataOctetsPerSecond * ms) / 1000;
    return ms > SPEED_GRACE_MS && (this.#incoming?.octets ?? 0) < wanted;
  }

  #listen(socket: Socket): void {
    socket.on('drain', () => this.#guarded(() => this.#session.drained()));
    // A reset is not logged: 'close' follows.
    socket.on('error', () => {});
    socket.once('end', () => {
      if (this.#handshakeSince > 0) socket.destroy();
      else this.#guarded(() => this.#session.halfClosed());
    });
  }

  /** An error ends only this session, not the whole process. */
  #guarded(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#session.failed(error);
    }
  }
}
