/** An owner who answers: correspondents write to the alias, and the owner's mailbox writes to their reply addresses. */

import type { TestContext } from 'node:test';
import type { ReplySettings } from '#mail/forward/forwarder-options.ts';
import { ALIAS, hand, REAL } from './forwarding.ts';
import { CLIENT_ALLOWED, type Judging, judging, NOW, signedByAuthor } from './judging.ts';
import { testKey, withDkim } from './signing.ts';

export const ownerKey = testKey('rsa', 'mailbox.test');

/** A reply from the owner's server: fields besides From and Date, and the body. Signed unless `signed` is false. */
type ReplyMail = { header?: string; body?: string; from?: string; signed?: boolean };

/** @returns a message of the owner, not dot-stuffed */
export async function ownersMail({
  header = '',
  body = 'Yes.\r\n',
  from = `Jane Doe <${REAL}>`,
  signed = true,
}: ReplyMail): Promise<string> {
  const content = `From: ${from}\r\nDate: Sat, 21 Nov 2026 14:00:00 +0200\r\n${header}\r\n${body}`;
  return signed ? withDkim(content, ownerKey.signer, { form: 'relaxed', now: NOW }) : content;
}

export const toAll = (recipients: readonly string[]) =>
  `To: ${recipients.map((one) => `<${one}>`).join(',\r\n ')}\r\n`;

/** The owner has confirmed the address, and chosen that replies that contain it are returned. */
export async function refuseReplies({ store }: Pick<Judging, 'store'>, owner = REAL) {
  for (const { id } of await store.owners.confirm(owner, NOW)) {
    await store.owners.change(id, { replyBody: 'refuse' }, owner);
  }
}

export async function answering(
  t: Pick<TestContext, 'after'>,
  options: Parameters<typeof judging>[1] & {
    settings?: Partial<ReplySettings>;
  } = {},
) {
  const { settings, zone = {}, ...rest } = options;
  /** The outcome of each reply, with its reason. */
  const outcomes: string[] = [];
  Object.assign(zone, {
    [ownerKey.name]: { TXT: [ownerKey.record] },
    ...CLIENT_ALLOWED,
    ...zone,
  });
  const way = await judging(t, {
    replies: { proof: 'any', onGuarded: () => {}, ...settings },
    onReply: (outcome, reason) => outcomes.push(`${outcome} ${reason ?? ''}`.trim()),
    zone,
    ...rest,
  });
  /** Sends a message from a correspondent. @returns the addresses in its Reply-To or, without one, in its From */
  const written = async (
    from = 'Bob <bob@example.org>',
    { to = ALIAS, proven = true, header = '' } = {},
  ): Promise<string[]> => {
    const mail =
      `Date: Sat, 21 Nov 2026 12:00:00 +0000\r\nFrom: ${from}\r\nTo: <${to}>\r\n${header}` +
      `Message-ID: <${crypto.randomUUID()}@example.org>\r\nSubject: Tea\r\n\r\nTea?\r\n`;
    const content = proven ? await signedByAuthor(mail) : mail;
    const reply = await way.send(content, proven ? 'bob@example.org' : 'bob@elsewhere.test', [to]);
    if (!reply.startsWith('250')) throw new Error(`the mail to the owner was answered ${reply}`);
    const { text } = way.last();
    const [replyTo, author] = [ids(text, 'Reply-To'), ids(text, 'From')];
    return replyTo.length > 0 ? replyTo : author;
  };
  /**
   * The owner's server hands a reply over, in a session that it aborts. To names the recipients by default.
   * @returns the reply to the final dot, or the first rejection
   */
  const answer = async (
    recipients: string[],
    { sender = REAL, ...mail }: ReplyMail & { sender?: string } = {},
  ): Promise<string> => {
    const octets = await ownersMail({ header: toAll(recipients), ...mail });
    const client = await way.client();
    const reply = await hand(client, recipients, octets.replaceAll(/^\./gm, '..'), sender);
    await way.leave(client);
    return reply;
  };
  return { ...way, outcomes, written, answer };
}

/** The ids or addresses in one field of a message, in their brackets. */
export function ids(text: string, name: string): string[] {
  const header = text.slice(0, text.indexOf('\r\n\r\n') + 2).replaceAll(/\r\n[ \t]+/g, ' ');
  const field = new RegExp(`^${name}:(.*)\r$`, 'im').exec(header)?.[1] ?? '';
  return [...field.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);
}

/** A mail program: it answers the last received message, and keeps the ids of all. */
export class Mailbox {
  readonly known = new Set<string>();
  #last = '';

  take(text: string): void {
    this.#last = text;
    for (const id of ids(text, 'Message-ID')) this.known.add(id);
  }

  /** RFC 5322 section 3.6.4. @returns fields of the thread */
  answer(id: string): string {
    this.known.add(id);
    const [last] = ids(this.#last, 'Message-ID');
    const all = [...ids(this.#last, 'References'), ...(last === undefined ? [] : [last])];
    const references = all.map((one) => `<${one}>`).join('\r\n ');
    return (
      `Message-ID: <${id}>\r\n` +
      (last === undefined ? '' : `In-Reply-To: <${last}>\r\nReferences: ${references}\r\n`)
    );
  }
}

/** The ids that a message answers. */
export const named = (text: string) => [...ids(text, 'References'), ...ids(text, 'In-Reply-To')];
