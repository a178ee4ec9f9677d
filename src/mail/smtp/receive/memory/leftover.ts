/**
 * Octets that wait for their line to be complete, for a decision, or for the rest of a sequence. They are kept in memory of their
 * own: a few octets of a large piece, as the 64 KiB of one read or of the runtime's pool for small buffers, keep all of it, and
 * many slow clients one each, which no budget counts.
 */

/** A copy in memory of its own, outside of the runtime's pool. */
export function ownCopy(octets: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(octets.length);
  octets.copy(own);
  return own;
}

/** The same octets, copied where they are less than half of the memory that they keep. */
export function compact(octets: Buffer): Buffer {
  return 2 * octets.length < octets.buffer.byteLength ? ownCopy(octets) : octets;
}
