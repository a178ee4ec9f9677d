/** The steps of a session with the fake next hop, and its actions at them. */

import type { SecureVersion } from 'node:tls';
import type { Certificate } from './certificate.ts';

export type FakeStep =
  | 'greeting'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'handshake'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'dot'
  | 'RSET'
  | 'QUIT';

/** The server's behaviour at a step: a reply (its CRLF is added), other octets, silence, or the end of the connection. */
export type Act =
  | string
  /** Octets exactly as given, each piece in a separate packet, as far as the system allows. */
  | { pieces: readonly string[] }
  /** A reply, then the end of the connection. */
  | { last: string }
  | { end: 'close' | 'silence' };

/** A message that the server has accepted with 250. */
export type TakenMessage = {
  /** The whole line, such as `MAIL FROM:<a@b.c> SIZE=3`. */
  mail: string;
  recipients: string[];
  /** Without stuffing dots. */
  octets: Buffer;
  tls: boolean;
  /** The number of its connection, counted from 1. */
  connection: number;
};

/** One act for every time, or a function of the number of earlier times (from 0) and of the line. */
export type Script = Partial<
  Record<FakeStep, Act | ((nth: number, line: string) => Act | undefined)>
>;

export type FakeHopOptions = {
  /** EHLO keywords. */
  extensions?: readonly string[];
  script?: Script;
  /** Accepts the first octets of a TLS handshake and sends nothing. */
  stallTls?: boolean;
  /** Requests a certificate from the client: TLS 1.3 rejects a client without one only after the handshake. */
  wantsCertificate?: boolean;
  /** TLS from the first octet. */
  implicitTls?: boolean;
  certificate?: Certificate;
  /** The only groups for the key exchange of TLS; absent: those of Node. */
  groups?: string;
  /** The only version of TLS; absent: those of Node. */
  tlsVersion?: SecureVersion;
  host?: string;
  /** Absent: one of the system's choice. */
  port?: number;
};
