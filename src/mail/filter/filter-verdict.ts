/** What happens to a message after the filter's answer. Pure. */

import * as replies from '../replies.ts';
import type { Reply } from '../smtp/reply.ts';
import type { FilterAction } from './rspamd.ts';

export type FilterVerdict =
  /** `isMarked`: with the spam field prepended. */
  | { kind: 'passes'; isMarked: boolean }
  | { kind: 'deferred'; reply: Reply }
  | { kind: 'refused'; reply: Reply };

/** Prepended to a message, above its author's signature. */
export const SPAM_MARK = 'X-Spam: Yes\r\n';

const PASSES: FilterVerdict = { kind: 'passes', isMarked: false };
const MARKED: FilterVerdict = { kind: 'passes', isMarked: true };
const LATER: FilterVerdict = { kind: 'deferred', reply: replies.FILTER_LATER };
const REFUSED: FilterVerdict = { kind: 'refused', reply: replies.UNWANTED };

/** @param action undefined: no filter, or no answer */
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

/**
 * The same for a message whose author is not proven and whose domain asks for quarantine: only a clean result lets it
 * pass.
 */
export function quarantineVerdict(action: FilterAction | undefined): FilterVerdict {
  if (action === undefined) return MARKED;
  if (action === 'no action') return PASSES;
  const verdict = filterVerdict(action);
  return verdict.kind === 'passes' ? REFUSED : verdict;
}
