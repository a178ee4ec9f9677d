/**
 * Private mode: every reply target of a message becomes one of our reply addresses, or is removed. Replies then come
 * to us, and no one sees the owner's address.
 */

import { domainOf } from '#rules/address.ts';
import { addressOf, type Mailbox } from '../message/address-list.ts';
import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import type { MessageIds } from '../reply/message-ids.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import { isWithin } from '../trust/signature/domain-name.ts';
import {
  COPIES,
  FOLLOW_UPS,
  isAlias,
  LIST_FIELDS,
  namesOthers,
  readLists,
  RECEIPTS,
} from './reply-targets.ts';
import { type HeaderChanges, together, without } from './header-changes.ts';

export type AliasReplyAddresses = {
  alias: string;
  /**
   * The reply address of a correspondent. Without an address to answer: an address that accepts no mail.
   * @param isProven whether the message is proven to be from the correspondent
   */
  of: (correspondent: string | undefined, isProven: boolean) => string;
  /**
   * Restores the original ids of the owner's messages, which were sealed when sent.
   * @param text body of In-Reply-To or References
   */
  openIds: (text: string) => string;
  /** The domain that signs a message from a reply address, so that DMARC aligns. */
  signingDomain: (replyAddress: string) => string;
};

/** Most addresses replaced in To, or in Cc, of one message: each costs a reply address. */
const MOST_COPIES = 100;
/** Authors, and Reply-To addresses, of one message. */
const MOST_ANSWERED = 10;
const UNDISCLOSED = 'undisclosed-recipients:;';

/** @param domains of all aliases: a long reply address is below the bounce domain, which is below one of them */
export function aliasReplyAddresses(
  alias: string,
  addresses: Pick<ReplyAddresses, 'seal'>,
  messageIds: Pick<MessageIds, 'openIn'>,
  domains: readonly string[],
): AliasReplyAddresses {
  const own = domainOf(alias);
  return {
    alias,
    of: (correspondent = '', isProven) => addresses.seal(alias, correspondent, isProven),
    openIds: (text) => messageIds.openIn(text, alias),
    // RFC 9989 section 4.4: relaxed alignment accepts a parent of the author's.
    signingDomain: (address) =>
      [own, ...domains].find((domain) => isWithin(domainOf(address), domain)) ?? own,
  };
}

/** A message whose replies should come to us. */
export type Answerable = {
  block: HeaderBlock;
  replyAddresses: AliasReplyAddresses;
  /** Whether From is proven. */
  authentic: boolean;
};

/** A Reply-To that brings replies to us, instead of any other. */
export function ownReplyTo(mail: Answerable): HeaderChanges {
  const { block, replyAddresses } = mail;
  const addressFor = replyAddressesIn(mail);
  const asked = addressesIn(block, 'reply-to').slice(0, MOST_ANSWERED);
  const answered = asked.length > 0 ? asked : addressesIn(block, 'from').slice(0, MOST_ANSWERED);
  const addresses = answered.map(addressFor);
  const listed =
    addresses.length > 0 ? [...new Set(addresses)] : [replyAddresses.of(undefined, false)];
  const field = new HeaderField(`Reply-To: ${listed.map((one) => `<${one}>`).join(',\r\n ')}`);
  return { added: [field], replaced: without(block.fields('reply-to')).replaced };
}

/** All reply targets except Reply-To become ours, or are removed. */
export function redirectCopies(mail: Answerable): HeaderChanges {
  const gone = [...FOLLOW_UPS, ...RECEIPTS].flatMap((name) => mail.block.fields(name));
  return together(without(gone), copiesTo(mail), withoutMailto(mail));
}

/** The Reply-To of a message whose From is a reply address: it stays only if replies should go to another address. */
export function replyToElsewhere(mail: Answerable): HeaderChanges {
  const { block } = mail;
  const [author, ...more] = addressesIn(block, 'from').map(addressOf);
  const asked = addressesIn(block, 'reply-to').map(addressOf);
  const elsewhere =
    more.length > 0 || asked.some((one) => one.toLowerCase() !== author?.toLowerCase());
  return elsewhere ? ownReplyTo(mail) : without(block.fields('reply-to'));
}

/** The author's signature is already broken, so In-Reply-To and References can contain the owner's original ids. */
export function openedThread({ block, replyAddresses }: Answerable): HeaderChanges {
  const replaced = new Map<HeaderField, HeaderField[]>();
  for (const field of ['in-reply-to', 'references'].flatMap((name) => block.fields(name))) {
    const opened = replyAddresses.openIds(field.value);
    if (opened === field.value) continue;
    replaced.set(field, [new HeaderField(`${field.raw.slice(0, field.colon)}:${opened}`)]);
  }
  return { added: [], replaced };
}

function copiesTo(mail: Answerable): HeaderChanges {
  const { block, replyAddresses } = mail;
  const addressFor = replyAddressesIn(mail);
  const replaced = new Map<HeaderField, HeaderField[]>();
  for (const name of COPIES) {
    const label = name === 'to' ? 'To' : 'Cc';
    const fields = block.fields(name);
    const lists = readLists(fields);
    const count = lists.reduce((sum, recipients) => sum + (recipients?.length ?? 0), 0);
    for (const [i, field] of fields.entries()) {
      const recipients = lists[i];
      if (!namesOthers(recipients, replyAddresses.alias)) continue;
      if (recipients !== undefined && count <= MOST_COPIES) {
        const list = recipients.map((one) => {
          const address = isAlias(one, replyAddresses.alias)
            ? replyAddresses.alias
            : addressFor(one);
          return `${phraseOf(one)}<${address}>`;
        });
        replaced.set(field, [new HeaderField(`${label}: ${list.join(',\r\n ')}`)]);
      } else {
        // RFC 5322 section 3.6.3: To may hold an empty group; Cc is optional.
        const isFirstTo = name === 'to' && i === 0;
        replaced.set(field, isFirstTo ? [new HeaderField(`To: ${UNDISCLOSED}`)] : []);
      }
    }
  }
  return { added: [], replaced };
}

/**
 * The reply addresses of one message's correspondents. Only From is proven. The author gets the same address in every
 * field, in any letter case; otherwise a reply to all would reach the author twice.
 */
function replyAddressesIn({ block, replyAddresses, authentic }: Answerable) {
  const named = addressesIn(block, 'from').map(addressOf);
  const authors = new Map(named.map((one) => [one.toLowerCase(), one]));
  return (mailbox: Mailbox) => {
    const address = addressOf(mailbox);
    const author = authors.get(address.toLowerCase());
    return replyAddresses.of(author ?? address, authentic && author !== undefined);
  };
}

/** The name of a correspondent, byte for byte; on a line of its own if it is long. */
function phraseOf({ phrase, phraseIsSound }: Mailbox): string {
  return phraseIsSound && phrase !== '' ? `${phrase}\r\n ` : '';
}

/** Web links stay. */
function withoutMailto({ block }: Answerable): HeaderChanges {
  const replaced = new Map<HeaderField, HeaderField[]>();
  for (const field of LIST_FIELDS.flatMap((name) => block.fields(name))) {
    if (!/mailto:/i.test(field.value)) continue;
    const links = (field.value.match(/<[^<>]*>/g) ?? []).filter((link) => !/mailto:/i.test(link));
    const named = field.raw.slice(0, field.colon).trimEnd();
    const kept = links.length > 0 ? [new HeaderField(`${named}: ${links.join(',\r\n ')}`)] : [];
    replaced.set(field, kept);
    // RFC 8058 section 3.1: the field says how to use the link, which is removed.
    if (field.name === 'list-unsubscribe' && kept.length === 0) {
      for (const post of block.fields('list-unsubscribe-post')) replaced.set(post, []);
    }
  }
  return { added: [], replaced };
}

const addressesIn = (block: HeaderBlock, name: string) =>
  readLists(block.fields(name)).flatMap((recipients) => recipients ?? []);
