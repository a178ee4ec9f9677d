/** The Message-IDs that place a message in a thread (RFC 5322 section 3.6.4). */

import type { HeaderBlock } from '../message/header-block.ts';
import type { MessageIds } from './message-ids.ts';

/** An id in angle brackets, without blanks: the form that clients write today, at most as long as a line. */
const ID = /<([^<>\s\0-\x20\x7f]{1,900})>/g;

/** References that are kept: the first, by which most clients thread, and the last ones. */
const MOST_REFERENCES = 30;
const MOST_ANSWERED = 10;
/** Octets parsed of each field: the last ones. */
const OCTETS = 32_768;

/** Ids without angle brackets, one character for each octet; none is empty or has more than 900. */
export type Thread = {
  /** The message's own id; undefined if it is missing or invalid. */
  own: string | undefined;
  /** In-Reply-To: at most 10. */
  answered: readonly string[];
  /** References, oldest first: at most 30. */
  references: readonly string[];
};

/** The ids of a header. Other text in these fields, such as words and broken ids, is skipped. */
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

/** The ids that the message replies to, each once, without sealed ones, whose owner is known. */
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
