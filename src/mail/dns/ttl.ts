/** How long an answer is kept, in seconds. */

/** Records: what the zone says, within bounds that neither a burst of mail nor a mistake in a zone makes expensive. */
export const recordsTtl = (seconds: number) => Math.min(Math.max(seconds, 30), 3600);

/** RFC 2308 section 5: that there is none, by the SOA of the zone. Without SOA it is kept for the shortest time. */
export const negativeTtl = (seconds: number | undefined) =>
  Math.min(Math.max(seconds ?? 0, 30), 900);

/** RFC 2308 section 7 allows 5 minutes for a server in trouble; a mail that waits for the answer comes again sooner. */
export const TROUBLE_TTL = 5;
