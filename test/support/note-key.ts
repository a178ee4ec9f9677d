import { createHash } from 'node:crypto';

/** A key of the ledger: 32 octets that look random. */
export const noteKey = (number: number): Buffer =>
  createHash('sha256').update(`note ${number}`).digest();
