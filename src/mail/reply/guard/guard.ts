/**
 * The leak guard: nothing of a reply shows whose it is. What would is refused, and not guessed at. It says nothing of pictures, office
 * files and archives.
 */

import type { Edit } from '../../message/edits.ts';
import type { ReplyMail } from './mime-walk.ts';
import type { Needles } from './needles.ts';

export type GuardOptions = {
  needles: Needles;
  /** Comes in the place of an address that is replaced. */
  alias: string;
  /** REPLY_BODY: an address in a text refuses the mail, or becomes the alias. */
  onFind: 'refuse' | 'replace';
  /** A Content-ID without angle brackets, for which another one comes that does not show the owner's domain: the same each time. */
  sealId: (id: string) => string;
  /** Resolves when the event loop has had its turn. */
  turn: () => Promise<void>;
};

/** The words in brackets of the reply. */
export type GuardReason = 'reply-shows-address' | 'reply-mime' | 'reply-signed' | 'reply-report';

export type Guarded =
  | {
      kind: 'clean';
      /** Of the body alone, in their order; none where the body stays as it is, and then its digest holds. */
      edits: readonly Edit[];
      /** Content-IDs that were changed, without brackets; the Content-Type of the message may name one (RFC 2387 section 3.2). */
      sealedIds: ReadonlyMap<string, string>;
    }
  | {
      kind: 'refused';
      reason: GuardReason;
      /** 0 is the message itself; the others are counted in the order in which they begin. */
      part: number;
      /** `type/subtype` of that part, printable and short. */
      type: string;
    };

/**
 * Of the message's header the Content fields alone are searched: the others are not kept, or are searched by who keeps them. The
 * octets are read until the promise is settled.
 */
export async function guardReply(_mail: ReplyMail, _options: GuardOptions): Promise<Guarded> {
  throw new Error('comes with the next commit');
}
