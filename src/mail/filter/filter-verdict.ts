/** What becomes of a mail by the filter's word. Pure. */

import * as replies from '../replies.ts';
import type { Reply } from '../smtp/reply.ts';
import type { FilterAction } from './answer.ts';

export type FilterVerdict =
  /** `isMarked`: with a field in front that says so. */
  | { kind: 'passes'; isMarked: boolean }
  | { kind: 'deferred'; reply: Reply }
  | { kind: 'refused'; reply: Reply };

/** In front of a mail, above what its author signed. */
export const SPAM_MARK = 'X-Spam: Yes\r\n';

const PASSES: FilterVerdict = { kind: 'passes', isMarked: false };
const MARKED: FilterVerdict = { kind: 'passes', isMarked: true };
const LATER: FilterVerdict = { kind: 'deferred', reply: replies.FILTER_LATER };
const REFUSED: FilterVerdict = { kind: 'refused', reply: replies.UNWANTED };

/** @param action undefined: there is no filter, or it does not say */
export function filterVerdict(action: FilterAction | undefined): FilterVerdict {
  switch (action) {
    case undefined:
    case 'no action':
    case 'rewrite subject':
      return PASSES;
    case 'add header':
      return MARKED;
    case 'greylist':
    case 'soft reject':
      return LATER;
    case 'reject':
    case 'discard':
    case 'quarantine':
      return REFUSED;
  }
}

/** The same for a mail whose author is not proven and whose domain asks for quarantine: nothing but a clean word lets it pass. */
export function quarantineVerdict(action: FilterAction | undefined): FilterVerdict {
  if (action === undefined) return MARKED;
  if (action === 'no action') return PASSES;
  const verdict = filterVerdict(action);
  return verdict.kind === 'passes' ? REFUSED : verdict;
}
