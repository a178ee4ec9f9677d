/** The key that signs outgoing mail. */

import type { KeyObject } from 'node:crypto';

/** The private key of all our domains, as it is held at this moment. */
export type SigningKey = {
  /** The value of s=. */
  selector: string;
  /** RSA of 2048 bits; private. */
  key: KeyObject;
  /**
   * Whether the DNS had our own record when it was last asked: without it a signature proves nothing, and an ARC seal breaks the whole
   * chain (RFC 8617 section 5.2).
   * @param domain of a signature: an alias domain, in A-labels and lower case
   */
  isPublished: (domain: string) => boolean;
};

/** Asked for anew for each mail, as the key may change. @returns undefined where there is none */
export type Signing = () => SigningKey | undefined;
