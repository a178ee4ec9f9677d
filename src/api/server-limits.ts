/** What the HTTP server in front of the api allows a connection: options of `http.createServer`. */
export const SERVER_LIMITS = {
  /** Octets of request line and headers together; more is answered 431. */
  maxHeaderSize: 16_384,
  /** Milliseconds in which the headers, and then the whole request, must have come. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often the two are checked. */
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 10_000,
  /** A request line or header that Node's strict parser would refuse is refused. */
  insecureHTTPParser: false,
} as const;
