/** Limits of the receiving side: RFC 5321 by default at least the minimum of section 4.5.3, less under pressure. */
export const DEFAULT_LIMITS = {
  /** Octets of one command line, CRLF included: RFC 5321 section 4.5.3.1.4 requires 512; the extensions that we offer do not need more. */
  commandLine: 512,
  /** Recipients of one message: RFC 5321 section 4.5.3.1.8 requires at least 100. */
  recipients: 100,
  /** Octets of one message, announced by SIZE (RFC 1870). */
  messageOctets: 52_428_800,
  /** Octets of the header block, field names and folding included. Thousands of recipients in `To` fit: fields have their own limit. */
  headerOctets: 1_048_576,
  /** Connections at once, in all. */
  connections: 4000,
  /** Connections at once from one client address block. */
  connectionsPerBlock: 200,
  /** Commands that are unknown or out of order: the last one allowed gets 421, and the session is closed. */
  badCommands: 10,
  /** Milliseconds to wait for a command: RFC 5321 section 4.5.3.2.7 recommends at least 5 minutes. */
  commandMs: 300_000,
  /** The fraction of `connections` (0 to 1) above which the server is under pressure. */
  pressureShare: 0.75,
  /** Milliseconds to wait for a command under pressure, the same as Postfix's. */
  pressureCommandMs: 10_000,
  /** Milliseconds of idleness after which a client is closed for a new client, if all connections are taken. */
  evictionMs: 1000,
  /** Milliseconds that MAIL or DATA waits for room at most; clients wait 2 minutes for the 354 (RFC 5321 section 4.5.3.2.4). */
  roomMs: 30_000,
  /** Milliseconds to wait for the next octets of a message: RFC 5321 section 4.5.3.2.5 recommends 3 minutes. */
  dataBlockMs: 180_000,
  /** Average octets per second that a message must reach, counted after the first 10 s. */
  dataOctetsPerSecond: 100,
  /** The longest duration of one connection, in milliseconds. */
  connectionMs: 1_800_000,
  /** Milliseconds for a TLS handshake. */
  handshakeMs: 30_000,
};

export type Limits = typeof DEFAULT_LIMITS;
