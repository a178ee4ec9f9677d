/**
 * Octets that wait for the rest of their line or sequence, or for a decision. They are copied into memory of their own. A few
 * octets of a large buffer, such as the 64 KiB of one read or of the runtime's pool for small buffers, would keep all of it
 * alive. Many slow clients would each keep one, which no budget counts.
 */

/** A copy in its own memory, outside the runtime's pool. */
export function ownCopy(octets: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(octets.length);
  octets.copy(own);
  return own;
}

/** The same octets, copied if they are less than half of the memory that they keep alive. */
export function compact(octets: Buffer): Buffer {
  return 2 * octets.length < octets.buffer.byteLength ? ownCopy(octets) : octets;
}
