/** Limits of the receiving side: RFC 5321 by default at least the minimum of section 4.5.3, less under pressure. */
export type Limits = {
  /** Octets of one command line, CRLF included: RFC 5321 section 4.5.3.1.4 requires 512; the extensions that we offer do not need more. */
  commandLine: number;
  /** Recipients of one message: RFC 5321 section 4.5.3.1.8 requires at least 100. */
  recipients: number;
  /** Octets of one message, announced by SIZE (RFC 1870). */
  messageOctets: number;
  /** Octets of the header block, field names and folding included. Thousands of recipients in `To` fit: fields have their own limit. */
  headerOctets: number;
  /** Connections at once, in all. */
  connections: number;
  /** Connections at once from one client address block. */
  connectionsPerBlock: number;
  /** Commands that are unknown or out of order: the last one allowed gets 421, and the session is closed. */
  badCommands: number;
  /** Milliseconds to wait for a command: RFC 5321 section 4.5.3.2.7 recommends at least 5 minutes. */
  commandMs: number;
  /** The fraction of `connections` (0 to 1) above which the server is under pressure. */
  pressureShare: number;
  /** Milliseconds to wait for a command under pressure, the same as Postfix's. */
  pressureCommandMs: number;
  /** Milliseconds of idleness after which a client is closed for a new client, if all connections are taken. */
  evictionMs: number;
  /** Milliseconds that MAIL or DATA waits for room at most; clients wait 2 minutes for the 354 (RFC 5321 section 4.5.3.2.4). */
  roomMs: number;
  /** Milliseconds to wait for the next octets of a message: RFC 5321 section 4.5.3.2.5 recommends 3 minutes. */
  dataBlockMs: number;
  /** Average octets per second that a message must reach, counted after the first 10 s. */
  dataOctetsPerSecond: number;
  /** The longest duration of one connection, in milliseconds. */
  connectionMs: number;
  /** Milliseconds for a TLS handshake. */
  handshakeMs: number;
};

export const DEFAULT_LIMITS: Limits = {
  commandLine: 512,
  recipients: 100,
  messageOctets: 52_428_800,
  headerOctets: 1_048_576,
  connections: 4000,
  connectionsPerBlock: 200,
  badCommands: 10,
  commandMs: 300_000,
  pressureShare: 0.75,
  pressureCommandMs: 10_000,
  evictionMs: 1000,
  roomMs: 30_000,
  dataBlockMs: 180_000,
  dataOctetsPerSecond: 100,
  connectionMs: 1_800_000,
  handshakeMs: 30_000,
};
