/** The address that an account had before a change, kept sealed in the row of the notice to it. */

import type { KeyObject } from 'node:crypto';
import { type OneTime, WAYS_BACK } from '#store/sessions/one-time.ts';
import { Sealing } from '#secrets/sealing.ts';

type Row = Pick<OneTime, 'userId' | 'kind'>;

export const sealedEarlierAddress = (sealing: Sealing, row: Row, address: string): string =>
  sealing.seal(ownerOf(row), address);

/** @returns undefined if the row is not such a notice, or no accepted secret opens it */
export function earlierAddress(sealing: Sealing, row: OneTime): string | undefined {
  if (!WAYS_BACK.some((kind) => kind === row.kind)) return undefined;
  return sealing.open(ownerOf(row), row.challenge ?? '')?.text;
}

/** The same for the letters, which only have the keys. */
export function earlierAddressReader(keys: readonly KeyObject[]) {
  const sealing = new Sealing(keys);
  return (row: OneTime) => earlierAddress(sealing, row);
}

const ownerOf = ({ userId, kind }: Row) => `${userId} ${kind}`;
