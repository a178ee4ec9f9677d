/** A message as it arrived at a remote server: complete, unchanged below our lines, and at the right address (V04, V05, V20). */

import { aliasOf, farDomain, peerAddress, realAddress } from '../models/addresses.ts';
import { bodyOf, contentNumber } from '../models/mails.ts';
import { type MailPlan, type Plan, serverOf } from '../plan.ts';
import { Broken } from './records.ts';

/** `mayBeRewritten`: the policy of the author's domain could perhaps not be looked up. */
export type Taken = {
  server: number;
  sender: string;
  recipient: string;
  content: Buffer;
  mayBeRewritten?: boolean;
};

/** From is the alias, and the author is in X-Original-From and Reply-To (docs/decisions/keep-or-rewrite.md). */
const REWRITTEN =
  /^Reply-To: (\S+)\r\n([\s\S]*?^)From: ".*"\r\n <\S+>\r\nX-Original-From: (\1)\r\n/m;

/** `id`: ours, of the attempt; `head`: our prepended lines, or the header of an answer. */
export type Arrival = { content: number; recipient: number; id: string; head: string };

/** @param contents the messages as their authors wrote them @throws Broken */
export function arrivalOf(
  taken: Taken,
  plan: Plan,
  contents: ReadonlyMap<number, Buffer>,
): Arrival {
  const { server, content } = taken;
  const number = contentNumber(content) ?? -1;
  const mail = plan.mails.find((one) => one.content === number);
  const wanted = contents.get(number);
  if (mail === undefined || wanted === undefined)
    throw new Broken('V04', 'an unknown message arrived');
  const recipient = aliasOf(taken.recipient);
  const addressOf = mail.isReply ? peerAddress : realAddress;
  const isAsked = plan.mails.some(
    (one) => one.content === number && one.recipients.includes(recipient),
  );
  const isThere = isAsked && serverOf(plan, recipient) === server;
  const domain = plan.aliases[recipient] ?? -1;
  if (!isThere || taken.recipient !== addressOf(recipient, domain)) {
    throw new Broken('V05', `mail ${number} went to ${taken.recipient} at server ${server}`);
  }
  if (mail.isReply && !isProven(mail, plan))
    throw new Broken('V20', `reply ${number} is not proven`);
  const original = taken.mayBeRewritten ? withoutOurFrom(content) : content;
  const head = mail.isReply ? ofReply(mail, taken, wanted) : ofMail(number, original, wanted);
  const id = /^Received: (?:from|by)[\s\S]*? id (\w+)/m.exec(head)?.[1] ?? '';
  return { content: number, recipient, id, head };
}

/** Whether its signature or its server shows that an answer is the owner's. */
export function isProven({ signature, recipients }: MailPlan, { aliases, far }: Plan): boolean {
  return signature === 'good' || recipients.every((alias) => !far[aliases[alias] ?? 0]?.hasNoSpf);
}

/** @returns the message with the From that its author wrote; the same octets if it was not rewritten */
function withoutOurFrom(content: Buffer): Buffer {
  const text = content.toString('latin1');
  return Buffer.from(text.replace(REWRITTEN, '$2From: $3\r\n'), 'latin1');
}

/** @returns our prepended lines */
function ofMail(number: number, content: Buffer, wanted: Buffer): string {
  const front = content.length - wanted.length;
  if (front < 0 || !content.subarray(front).equals(wanted)) {
    throw new Broken('V04', `mail ${number} arrived with ${content.length} other octets`);
  }
  const head = content.toString('latin1', 0, front);
  const foreign = foreignLine(head);
  if (foreign !== undefined) throw new Broken('V04', `mail ${number} arrived after ${foreign}`);
  return head;
}

/** @returns its header, without traces of the owner */
function ofReply({ content: number, recipients }: MailPlan, taken: Taken, wanted: Buffer): string {
  const { content, sender, server } = taken;
  const body = bodyOf(content);
  if (!body.equals(bodyOf(wanted))) throw new Broken('V04', `reply ${number} has another body`);
  const canaries = [
    ...recipients.map((alias) => realAddress(alias, server)),
    'laptop.test',
    'sender.test',
    'Jane',
    `@${farDomain(server)}`,
    `d=${farDomain(server)}`,
  ];
  // The address of the correspondent is only in To.
  const head = content.toString('latin1', 0, content.length - body.length);
  const shown = head.replaceAll(/peer\d+@d\d+\.test/g, '');
  const leak = canaries.find(
    (one) => shown.includes(one) || sender.includes(one) || body.includes(one),
  );
  if (leak !== undefined) throw new Broken('V20', `reply ${number} shows ${leak}`);
  return head;
}

/** The fields that the service puts before a message. */
const OURS = /^(?:Received|Delivered-To|Veilpost-Loop|Authentication-Results|X-Spam): /;

/** A prepended line that is not ours, if there is one. @param head whole lines */
function foreignLine(head: string): string | undefined {
  if (head !== '' && !head.endsWith('\r\n')) return JSON.stringify(head.slice(-40));
  // Folded lines belong to the field before them (RFC 5322 section 2.2.3).
  return head
    .replaceAll(/\r\n(?=[ \t])/g, ' ')
    .split('\r\n')
    .slice(0, -1)
    .find((line) => !OURS.test(line));
}
