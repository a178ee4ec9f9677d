/** A header field is searched for the owner: as it stands, and as a reader's program shows it. */

import type { Needles } from './needles.ts';

/** `unreadable`: an encoded word or a parameter has a charset that nobody can decode here. */
export type HeaderFinding = 'clean' | 'shows-owner' | 'unreadable';

/**
 * Encoded words (RFC 2047), parameters (RFC 2231), comments and quoted strings are looked into. The owner's own domain counts.
 * @param text a field, its body, or a part of it such as a phrase; one character (latin1) for each octet, folded or not
 */
export function searchHeader(_text: string, _needles: Needles): HeaderFinding {
  throw new Error('comes with the next commit');
}
