import type { AliasRow } from '../../../client/alias-row.ts';
import type { ManageParts } from '../manage/script.ts';

/** `until`: ISO 8601. @throws if the pause was not stored */
export const pauseUntil = (
  parts: ManageParts,
  { id }: AliasRow,
  { until }: { until: string },
): Promise<void> => parts.pause(id, until);
