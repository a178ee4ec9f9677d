/** The key that signs outgoing mail. */

import type { KeyObject } from 'node:crypto';

/** The private key of all our domains, as currently loaded. */
export type SigningKey = {
  /** The value of s=. */
  selector: string;
  /** RSA of 2048 bits; private. */
  key: KeyObject;
  /**
   * Whether the DNS had our record at the last check. Without it a signature proves nothing, and an ARC seal breaks
   * the whole chain (RFC 8617 section 5.2).
   * @param domain of a signature: an alias domain, in A-labels and lower case
   */
  isPublished: (domain: string) => boolean;
};

/** Called again for each message, because the key may change. @returns undefined if there is none */
export type Signing = () => SigningKey | undefined;
