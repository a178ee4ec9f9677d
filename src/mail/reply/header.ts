/**
 * The header of a reply as its correspondents get it. Only the listed fields of the owner's header are copied. Mail
 * programs and servers write the user's identity and location into fields that no complete list covers.
 */

import { addressTokens } from '../message/address-tokens.ts';
import { readDateTime } from '../message/date-time.ts';
import { folded, withoutTrailingFolding } from '../message/folding.ts';
import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { dateTime, receivedField } from '../message/received.ts';
import { readCorrespondents, type ReplyNames } from './correspondents.ts';
import { CONTENT_FIELDS } from './guard/content-fields.ts';
import { type SealedIds, withSealedIds } from './guard/content-ids.ts';
import { fieldBeyondLimits } from './header-limits.ts';
import type { MessageIds } from './message-ids.ts';
import { readThread } from './thread.ts';

export type ReplyHeading = ReplyNames & {
  /** The alias that sends the reply, in its stored spelling: all reply addresses in `open` belong to it. */
  alias: string;
  messageIds: Pick<MessageIds, 'seal' | 'read'>;
  /** The ids of the thread that this owner has sent through us (`foreignIds`, `SentIds`). */
  sent: ReadonlySet<string>;
  /** The new Content-Type of a multipart: the leak guard has changed its boundary. */
  contentType: HeaderField | undefined;
  /**
   * Content-IDs that the leak guard has changed, without angle brackets: Content-Type may name one (RFC 2387 section
   * 3.2).
   */
  sealedIds: SealedIds;
  /** Our own name, and the message's id in Received. */
  hostname: string;
  id: string;
  /** Milliseconds since 1970: the time of Received, and of a message without a date. */
  now: number;
};

/** Reason codes of the reply, in brackets. */
export type HeaderRefusal =
  /** 550 5.7.1: To or Cc names someone who is not a correspondent of this alias. */
  | 'reply-others'
  /** 550 5.7.1: a field that would be kept shows the owner's address. */
  | 'reply-shows-address'
  /** 550 5.6.0: such a field has a form or a charset that we cannot decode. */
  | 'reply-mime'
  /** 550 5.7.1: a delivery or disposition report names the real address by design. */
  | 'reply-report'
  /** 550 5.6.0: too long, or two fields disagree although RFC 5322 section 3.6 allows only one. */
  | 'reply-header';

export type ReplyHeader =
  | {
      kind: 'header';
      /** From the top, Received first; DKIM-Signature goes above. No line begins with a dot. */
      fields: readonly HeaderField[];
      /**
       * Whether a correspondent's address is not ASCII: then SMTPUTF8 is needed, even if the owner's server did not
       * declare it.
       */
      utf8: boolean;
    }
  | {
      kind: 'refused';
      reason: HeaderRefusal;
      /**
       * Field name in lower case; empty for the header as a whole. From a fixed set, so it may be shown and counted.
       */
      field: string;
    };

/** RFC 3834 section 5, without parameters: they may name the owner. */
const AUTO_SUBMITTED = ['no', 'auto-generated', 'auto-replied', 'auto-notified'];
/** RFC 2156 section 5.3.4. */
const IMPORTANCE = ['low', 'normal', 'high'];

/** The new header, or the reason against it. @param block of the owner's message, whose From has passed the gate */
export function replyHeader(block: HeaderBlock, heading: ReplyHeading): ReplyHeader {
  const { alias, search } = heading;
  const wrong = fieldBeyondLimits(block);
  if (wrong !== undefined) return refused('reply-header', wrong);
  if (wordsOf(block, 'content-type').join('') === 'multipart/report') {
    return refused('reply-report', 'content-type');
  }
  const correspondents = readCorrespondents(block, heading);
  if (correspondents.kind !== 'known') {
    const reason = correspondents.kind === 'others' ? 'reply-others' : 'reply-header';
    return refused(reason, correspondents.field);
  }

  const subject = verbatim(block, ['Subject']);
  const content = verbatim(block, CONTENT_FIELDS).map((field) =>
    field.name === heading.contentType?.name
      ? heading.contentType
      : new HeaderField(withSealedIds(field, heading.sealedIds)),
  );
  for (const { name, value } of [...subject, ...content]) {
    const found = search(value);
    if (found === 'shows-owner') return refused('reply-shows-address', name);
    if (found === 'unreadable') return refused('reply-mime', name);
  }

  const { to, cc, utf8 } = correspondents;
  const hidden = to.length === 0 && cc.length === 0;
  const fields = [
    receivedField(undefined, heading.hostname, heading.id, undefined, heading.now),
    // A display name is an identity: the alias has none.
    folded(`From: "${alias}" <${alias}>`),
    // RFC 5322 section 3.4: a group without members. All correspondents are in Bcc, or only in the envelope.
    ...(hidden
      ? ['To: undisclosed-recipients:;']
      : [...list('To', to, ', '), ...list('Cc', cc, ', ')]),
    ...subject.map(({ raw }) => raw),
    `Date: ${dateTime(moment(block) ?? heading.now)}`,
    ...threadFields(block, heading),
    ...autoSubmitted(block),
    ...importance(block),
    // The field is rewritten, because comments in it name the mail program.
    ...(block.fields('mime-version').length > 0 ? ['MIME-Version: 1.0'] : []),
    ...content.map(({ raw }) => raw),
  ];
  return { kind: 'header', fields: fields.map((raw) => new HeaderField(raw)), utf8 };
}

const refused = (reason: HeaderRefusal, field: string): ReplyHeader => ({
  kind: 'refused',
  reason,
  field,
});

/** The fields of the message, under their usual spelling: another spelling reveals the mail program. */
function verbatim(block: HeaderBlock, names: readonly string[]): HeaderField[] {
  return names.flatMap((name) => {
    const [field] = block.fields(name.toLowerCase());
    return field === undefined
      ? []
      : [new HeaderField(withoutTrailingFolding(`${name}:${field.value}`))];
  });
}

/** A time zone reveals a location: only the point in time is kept. */
function moment(block: HeaderBlock): number | undefined {
  const [field] = block.fields('date');
  return field && readDateTime(field.value);
}

/** RFC 5322 section 3.6.4. The ids as the correspondents know them: theirs stay, and so do sealed ones. */
function threadFields(block: HeaderBlock, heading: ReplyHeading): string[] {
  const { alias, messageIds, sent, search } = heading;
  const { own = heading.id, answered, references } = readThread(block);
  const shown = (id: string) => {
    const { kind } = messageIds.read(id, alias);
    if (kind === 'ours') return id;
    const isOwners = kind === 'strange' || sent.has(id) || search(id) !== 'clean';
    return isOwners ? messageIds.seal(id, alias) : id;
  };
  const named = (name: string, ids: readonly string[]) =>
    list(
      name,
      ids.map((id) => `<${shown(id)}>`),
      ' ',
    );
  return [
    `Message-ID: <${messageIds.seal(own, alias)}>`,
    ...named('In-Reply-To', answered),
    ...named('References', references),
  ];
}

/** RFC 3834 section 5: every keyword except `no` means automatic, including those of later standards. */
function autoSubmitted(block: HeaderBlock): string[] {
  if (block.fields('auto-submitted').length === 0) return [];
  const [word = ''] = wordsOf(block, 'auto-submitted');
  return [`Auto-Submitted: ${AUTO_SUBMITTED.includes(word) ? word : 'auto-generated'}`];
}

function importance(block: HeaderBlock): string[] {
  const [word = ''] = wordsOf(block, 'importance');
  return IMPORTANCE.includes(word) ? [`Importance: ${word}`] : [];
}

/** The value of a field before the first semicolon, in lower case and without comments. */
function wordsOf(block: HeaderBlock, name: string): string[] {
  const value = block.fields(name)[0]?.value ?? '';
  const tokens = addressTokens(value);
  const end = tokens.findIndex(({ kind }) => kind === ';');
  return (end < 0 ? tokens : tokens.slice(0, end)).map((token) =>
    value.slice(token.start, token.end).toLowerCase(),
  );
}

const list = (name: string, members: readonly string[], separator: string) =>
  members.length === 0 ? [] : [folded(`${name}: ${members.join(separator)}`)];
