/** The Message-IDs by which a mail has its place in a thread (RFC 5322 section 3.6.4). */

import type { HeaderBlock } from '../message/header-block.ts';
import type { MessageIds } from './message-ids.ts';

/** In angle brackets, without blanks in it: what clients write today, and the most that a line holds beside its brackets. */
const ID = /<([^<>\s\0-\x20\x7f]{1,900})>/g;

/** Of References: the first, by which most clients thread, and the last before the answer. */
const MOST_REFERENCES = 30;
const MOST_ANSWERED = 10;
/** Of each field no more is read: its last octets. */
const OCTETS = 32_768;

/** Ids without angle brackets, one character for each octet; none is empty or has more than 900. */
export type Thread = {
  /** The mail's own; undefined where it has none, or one that no mail can have. */
  own: string | undefined;
  /** In-Reply-To: at most 10. */
  answered: readonly string[];
  /** References, oldest first: at most 30. */
  references: readonly string[];
};

/** The ids of a header. What else stands in these fields, such as words and broken ids, is passed over. */
export function readThread(block: HeaderBlock): Thread {
  const references = idsOf(block, 'references');
  return {
    own: idsOf(block, 'message-id')[0],
    answered: idsOf(block, 'in-reply-to').slice(0, MOST_ANSWERED),
    references:
      references.length <= MOST_REFERENCES
        ? references
        : [...references.slice(0, 1), ...references.slice(1 - MOST_REFERENCES)],
  };
}

/** Those that the thread answers and that may be anybody's, each once: of a sealed id it is known whose it is. */
export function foreignIds(
  { answered, references }: Thread,
  messageIds: Pick<MessageIds, 'read'>,
  alias: string,
): string[] {
  const all = [...new Set([...answered, ...references])];
  return all.filter((id) => messageIds.read(id, alias).kind === 'foreign');
}

/** Each once. */
function idsOf(block: HeaderBlock, name: string): string[] {
  const [field] = block.fields(name);
  const found = field?.value.slice(-OCTETS).matchAll(ID) ?? [];
  return [...new Set([...found].map(([, id = '']) => id))];
}
