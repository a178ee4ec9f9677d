/** The steps of a session with the fake next hop, and its acts at them. */

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
  /** Octets exactly as given, each piece in a packet of its own as far as the system allows. */
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
