/**
 * The header of a reply as its correspondents get it. Nothing of the owner's header is copied unless it stands here: mail programs
 * and servers write who and where somebody is into fields that nobody has a list of.
 */

import { addressTokens } from '../message/address-tokens.ts';
import { readDateTime } from '../message/date-time.ts';
import { folded } from '../message/folding.ts';
import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { dateTime, receivedField } from '../message/received.ts';
import { readCorrespondents, type ReplyNames } from './correspondents.ts';
import type { MessageIds } from './message-ids.ts';
import { readThread } from './thread.ts';

export type ReplyHeading = ReplyNames & {
  /** The alias that the reply comes from, in its stored spelling: the one of which all reply addresses in `open` are. */
  alias: string;
  messageIds: Pick<MessageIds, 'seal' | 'read'>;
  /** Those of the thread's ids that this owner has sent through us. */
  sent: ReadonlySet<string>;
  /** Our own name, and the mail's id in Received. */
  hostname: string;
  id: string;
  /** Milliseconds since 1970: the time of Received, and of a mail without a date. */
  now: number;
};

/** Words of the answer, in brackets. */
export type HeaderRefusal =
  /** 550 5.7.1: To or Cc names somebody who is no correspondent of this alias. */
  | 'reply-others'
  /** 550 5.7.1: a field that would be kept shows the owner's address. */
  | 'reply-shows-address'
  /** 550 5.7.1: a delivery or disposition report names the real address, and is made to do so. */
  | 'reply-report'
  /** 550 5.6.0: too long to be read, or two fields say different things where RFC 5322 section 3.6 allows one. */
  | 'reply-header';

export type ReplyHeader =
  | {
      kind: 'header';
      /** From the top, Received first; DKIM-Signature goes above. No line begins with a dot. */
      fields: readonly HeaderField[];
      /** A correspondent's address is not ASCII: SMTPUTF8 is needed, whether the owner's server has declared it or not. */
      utf8: boolean;
    }
  | { kind: 'refused'; reason: HeaderRefusal /** Its name in lower case. */; field: string };

/** Kept with their octets, in this order, where the search finds nothing in them. */
const CONTENT_FIELDS = [
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Disposition',
  'Content-Language',
] as const;

/** RFC 5322 section 3.6 and RFC 2045 section 3: of these a header has one at most. To and Cc are read as one list each. */
const SINGLE = [
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'auto-submitted',
  'importance',
  ...CONTENT_FIELDS.map((name) => name.toLowerCase()),
];

/** RFC 3834 section 5.2, without parameters: they name the owner. */
const AUTO_SUBMITTED = /^\s*(no|auto-[a-z]{1,20})\b/i;
/** RFC 2156 section 5.3.4. */
const IMPORTANCE = /^\s*(low|normal|high)\s*$/i;

/**
 * The new header, or the reason why there is none.
 * @param block of the owner's mail, its From already held against the gate
 */
export function replyHeader(block: HeaderBlock, heading: ReplyHeading): ReplyHeader {
  const { alias, showsOwner } = heading;
  if (!block.complete) return refused('reply-header', '');
  const doubled = SINGLE.find((name) => isContradictory(block, name));
  if (doubled !== undefined) return refused('reply-header', doubled);
  if (typeOf(block) === 'multipart/report') return refused('reply-report', 'content-type');
  const correspondents = readCorrespondents(block, heading);
  if (correspondents.kind === 'long') return refused('reply-header', correspondents.field);
  if (correspondents.kind === 'others') return refused('reply-others', correspondents.field);

  const kept = [...verbatim(block, ['Subject']), ...verbatim(block, CONTENT_FIELDS)];
  const telling = kept.find(({ name, value }) => showsOwner(value, name));
  if (telling !== undefined) return refused('reply-shows-address', telling.name);

  const { to, cc, utf8 } = correspondents;
  const hidden = to.length === 0 && cc.length === 0;
  const fields = [
    receivedField(undefined, heading.hostname, heading.id, undefined, heading.now),
    // A display name is an identity: the alias has no other.
    folded(`From: "${alias}" <${alias}>`),
    // RFC 5322 section 3.4: a group without members. All correspondents stand in Bcc, or in the envelope alone.
    ...(hidden ? ['To: undisclosed-recipients:;'] : [...list('To', to), ...list('Cc', cc)]),
    ...kept.filter(({ name }) => name === 'subject').map(({ raw }) => raw),
    `Date: ${dateTime(moment(block) ?? heading.now)}`,
    ...threadFields(block, heading),
    ...word('Auto-Submitted', AUTO_SUBMITTED.exec(bodyOf(block, 'auto-submitted'))),
    ...word('Importance', IMPORTANCE.exec(bodyOf(block, 'importance'))),
    // Written anew: comments in it name the mail program.
    ...(block.fields('mime-version').length > 0 ? ['MIME-Version: 1.0'] : []),
    ...kept.filter(({ name }) => name !== 'subject').map(({ raw }) => raw),
  ];
  return { kind: 'header', fields: fields.map((raw) => new HeaderField(raw)), utf8 };
}

const refused = (reason: HeaderRefusal, field: string): ReplyHeader => ({
  kind: 'refused',
  reason,
  field,
});

/** Mail programs that take the first and those that take the last would read two mails; a copy of the field does no harm. */
function isContradictory(block: HeaderBlock, name: string): boolean {
  const [first, ...others] = block.fields(name);
  return others.some(({ relaxed }) => relaxed !== first?.relaxed);
}

/** The media type in lower case (RFC 2045 section 5.1), its comments left out. */
function typeOf(block: HeaderBlock): string {
  const value = bodyOf(block, 'content-type');
  const tokens = addressTokens(value);
  const end = tokens.findIndex(({ kind }) => kind === ';');
  const type = end < 0 ? tokens : tokens.slice(0, end);
  return type
    .map((token) => value.slice(token.start, token.end))
    .join('')
    .toLowerCase();
}

/** The fields that are there, under their usual names: how a name is spelled tells the mail program. */
function verbatim(block: HeaderBlock, names: readonly string[]): HeaderField[] {
  return names.flatMap((name) => {
    const [field] = block.fields(name.toLowerCase());
    return field === undefined ? [] : [new HeaderField(`${name}:${field.value}`)];
  });
}

const list = (name: string, addresses: readonly string[]) =>
  addresses.length === 0 ? [] : [folded(`${name}: ${addresses.join(', ')}`)];

/** A zone tells a place: only the moment is kept. */
function moment(block: HeaderBlock): number | undefined {
  return readDateTime(bodyOf(block, 'date'));
}

function threadFields(block: HeaderBlock, heading: ReplyHeading): string[] {
  const { alias, messageIds, sent, showsOwner, id } = heading;
  const { own, answered, references } = readThread(block);
  /** The id as the correspondents know it: theirs and the sealed ones stay. */
  const shown = (one: string) => {
    const { kind } = messageIds.read(one, alias);
    if (kind === 'ours') return one;
    const isOwners = kind === 'strange' || sent.has(one) || showsOwner(one, 'references');
    return isOwners ? messageIds.seal(one, alias) : one;
  };
  const named = (name: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [folded(`${name}: ${ids.map((one) => `<${shown(one)}>`).join(' ')}`)];
  return [
    // RFC 5322 section 3.6.4: every mail should have one.
    `Message-ID: <${messageIds.seal(own ?? id, alias)}>`,
    ...named('In-Reply-To', answered),
    ...named('References', references),
  ];
}

const word = (name: string, found: RegExpExecArray | null) =>
  found === null ? [] : [`${name}: ${found[1]?.toLowerCase()}`];

const bodyOf = (block: HeaderBlock, name: string) => block.fields(name)[0]?.value ?? '';
