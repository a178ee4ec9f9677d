/** The octets of messages, with the DKIM signatures of owners' answers by our own signer, and the number that identifies a message. */

import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import { signerOf } from '#mail/trust/signature/signer.ts';
import { withDkim } from '#support/signing.ts';
import { stream } from '../chance.ts';
import type { MailPlan, Plan } from '../plan.ts';
import { EPOCH } from '../world/world.ts';
import {
  ALIAS_DOMAIN,
  aliasAddress,
  peerAddress,
  realAddress,
  SECRET,
  senderDomain,
} from './addresses.ts';

/** RFC 8410 section 7: the prefix of the 32 octets of an Ed25519 key. */
const HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SELECTOR = 's';

/** One key for all domains, the same in every process. */
const key = createPrivateKey({
  key: Buffer.concat([HEAD, createHash('sha256').update('simulation').digest()]),
  format: 'der',
  type: 'pkcs8',
});
const shown = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);

/** The TXT record of the key, in each domain. */
export const KEY_RECORD = `v=DKIM1; k=ed25519; p=${shown.toString('base64')}`;

const ADDRESSES = new ReplyAddresses({
  keys: deriveKeys([SECRET]).reply,
  bounceDomain: `b.${ALIAS_DOMAIN}`,
  aliasDomains: [ALIAS_DOMAIN],
  now: () => EPOCH,
});

/** Lines of text, some of which begin with dots. */
const TEXT = someText();

/** Sender and recipients of a message. */
export type Envelope = { from: string; to: (alias: number) => string };

export function envelopeOf(mail: MailPlan, { aliases, isGuarded }: Plan): Envelope {
  const [alias = 0] = mail.recipients;
  const server = aliases[alias] ?? 0;
  const domain = isGuarded ? senderDomain(mail.sender) : 'sender.test';
  if (!mail.isReply) return { from: `s${mail.sender}@${domain}`, to: aliasAddress };
  const sealed = ADDRESSES.seal(aliasAddress(alias), peerAddress(alias, server), true);
  return { from: realAddress(alias, server), to: () => sealed };
}

/** The messages as their authors wrote them, by the number of their content. */
export async function contentsOf(plan: Plan): Promise<Map<number, Buffer>> {
  const contents = plan.mails.map(async (mail): Promise<[number, Buffer]> => {
    const { from, to } = envelopeOf(mail, plan);
    const author = mail.isReply || plan.isGuarded ? from : 'ann@sender.test';
    const content = contentOf(plan.seed, mail, author, to(0));
    return [mail.content, await signed(content, mail, author.slice(author.indexOf('@') + 1))];
  });
  return new Map(await Promise.all(contents));
}

/** Without stuffing dots. @param to of a reply */
function contentOf(seed: number, mail: MailPlan, from: string, to: string): Buffer {
  const { content, kind, octets, isReply } = mail;
  const mark = `X-Content: ${content}`;
  const lines = [
    ...(kind === 'relayed'
      ? [`Received: from laptop.test by sender.test id ${content}; Sat, 21 Nov 2026 12:00:00 +0000`]
      : []),
    ...(kind === 'bare'
      ? []
      : ['Date: Sat, 21 Nov 2026 12:00:00 +0000', `Message-ID: <${seed}.${content}@sender.test>`]),
    ...(isReply
      ? [`From: Jane <${from}>`, `To: <${to}>`, '', mark, '']
      : [mark, `From: ${from}`, '', '']),
  ];
  const head = Buffer.from(lines.join('\r\n'));
  const begin = TEXT.indexOf('\r\n', (content * 997) % (TEXT.length - 100)) + 2;
  const wanted = Math.max(octets - head.length, 100);
  const pieces: Buffer[] = [];
  for (let left = wanted, at = begin; left > 0; at = 0) {
    pieces.push(TEXT.subarray(at, at + left));
    left -= TEXT.length - at;
  }
  const body = Buffer.concat(pieces);
  // The last line is whole.
  return Buffer.concat([head, body.subarray(0, body.lastIndexOf('\r\n') + 2)]);
}

/** @param domain of the author @returns the mail with the signature of its plan */
async function signed(content: Buffer, mail: MailPlan, domain: string): Promise<Buffer> {
  if (mail.signature === undefined) return content;
  const text = content.toString('latin1');
  const [field] = (
    await withDkim(text, signerOf(key, domain, SELECTOR), { form: 'relaxed', now: EPOCH })
  ).split(text);
  const isGood = mail.signature === 'good';
  // Broken in the body, or in the header.
  const other = mail.number % 2 === 0 ? `${text}One more line.\r\n` : text.replace('Jane', 'Joan');
  return Buffer.from(field + (isGood ? text : other), 'latin1');
}

/** The octets after the header. */
export const bodyOf = (octets: Buffer) => octets.subarray(octets.indexOf('\r\n\r\n') + 4);

/** The number in its field, or in the body of a reply; undefined if there is none. */
export function contentNumber(octets: Buffer): number | undefined {
  const at = octets.indexOf('X-Content: ');
  if (at < 0) return undefined;
  return Number.parseInt(octets.toString('latin1', at + 11, at + 24), 10);
}

function someText(): Buffer {
  const chance = stream(1, 'text');
  const lines = Array.from({ length: 4000 }, () => {
    const dots = chance.happens(0.05) ? '.'.repeat(chance.whole(1, 3)) : '';
    return `${dots}${'x'.repeat(chance.whole(0, 70))}${chance.whole(0, 99)}\r\n`;
  });
  return Buffer.from(lines.join(''));
}
