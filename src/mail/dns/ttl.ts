/** The time that an answer stays in the cache, in seconds. */

/** Records: the zone's TTL, within limits that keep a burst of messages or a mistake in a zone cheap. */
export const recordsTtl = (seconds: number) => Math.min(Math.max(seconds, 30), 3600);

/** RFC 2308 section 5: the zone's SOA gives the TTL of a negative answer. Without an SOA it is the shortest. */
export const negativeTtl = (seconds: number | undefined) =>
  Math.min(Math.max(seconds ?? 0, 30), 900);

/** RFC 2308 section 7 allows 5 minutes for a server in trouble; a deferred message is retried sooner. */
export const TROUBLE_TTL = 5;
