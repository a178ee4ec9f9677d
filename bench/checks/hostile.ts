/** Mails that are cheap to send and perhaps costly to judge, with their DNS records. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { HOSTILE_FIELDS } from '#support/hostile-fields.ts';
import { testKey, withSeal } from '#support/signing.ts';
import { verified } from '#support/verified.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { bodyHash } from '../load/author.ts';
import type { Mail } from './judge.ts';

const BODY = 'hello\r\n';
const PLAIN = `From: Ann <ann@hostile.test>\r\nTo: <alias-1000@alias.test>\r\nSubject: hello\r\n\r\n${BODY}`;
/** Octets of the largest header. */
const HEADER_OCTETS = 102_400;
/** Octets of the costliest body. */
const BODY_OCTETS = 10_000_000;
const SETS = 50;

export type Hostile = {
  mails: Record<string, Mail>;
  zone: Record<string, { TXT: string[] }>;
};

export async function hostileMails(): Promise<Hostile> {
  const sealer = testKey('rsa', 'hostile.test');
  const large = generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey;
  const p = large.export({ type: 'spki', format: 'der' }).toString('base64');
  const zone = {
    [sealer.name]: { TXT: [sealer.record] },
    'large._domainkey.hostile.test': { TXT: [`v=DKIM1; p=${p}`] },
    '_dmarc.hostile.test': { TXT: ['v=DMARC1; p=none'] },
  };
  let chain = PLAIN;
  for (let i = 0; i < SETS; i++) {
    const found = await verified(chain, zoneResolver(zone), { now: Date.now() });
    chain = await withSeal(chain, found, sealer.signer, { form: 'relaxed', now: Date.now() });
  }
  const texts = {
    ...Object.fromEntries(
      Object.entries(HOSTILE_FIELDS).map(([name, field]) => [name, `${field}\r\n${PLAIN}`]),
    ),
    'eight signatures of 4096 bits over all of the largest header': largestHeader(),
    [`${SETS} ARC sets`]: chain,
    'a body of runs of blanks': signedForms + PLAIN + filled(' \t x'),
    'a body of lines with a dot': signedForms + PLAIN + filled('..\r\n'),
    'a body of empty lines': signedForms + PLAIN + filled('\r\n'),
  };
  const mails = Object.entries(texts).map(([name, text]) => [name, mailOf(text)] as const);
  return { mails: Object.fromEntries(mails), zone };
}

/** A signature for each form of the body, and two for each of a part of it. */
const signedForms = ['relaxed', 'simple']
  .flatMap((form) => ['', ' l=1000000;', ' l=9000000;'].map((limit) => [form, limit]))
  .map(
    ([form, limit]) =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=hostile.test; s=large; c=relaxed/${form};${limit} h=from; ` +
      `bh=${'A'.repeat(43)}=; b=AAAA\r\n`,
  )
  .join('');

/** Each of them is verified, and none is valid. */
function largestHeader(): string {
  const names = Array.from({ length: 250 }, (_, i) => `x${i}`);
  const b = randomBytes(512).toString('base64');
  const one =
    `DKIM-Signature: v=1; a=rsa-sha256; d=hostile.test; s=large; c=relaxed/relaxed; h=from:${names.join(':')}; ` +
    `bh=${bodyHash(Buffer.from(BODY))}; b=${b}\r\n`;
  const room = HEADER_OCTETS - 8 * one.length - PLAIN.length;
  const width = Math.floor(room / names.length) - 'x000: \r\n'.length;
  const fields = names.map((name) => `${name}: ${'a\t'.repeat(width / 2)}\r\n`).join('');
  return one.repeat(8) + fields + PLAIN;
}

/** Lines of at most 900 octets, for a text without line ends of its own. */
function filled(text: string): string {
  const line = text.includes('\n') ? text : `${text.repeat(200)}\r\n`;
  return line.repeat(BODY_OCTETS / line.length);
}

function mailOf(text: string): Mail {
  const end = text.indexOf('\r\n\r\n') + 4;
  const octets = Buffer.from(text, 'latin1');
  return { header: octets.subarray(0, end), body: octets.subarray(end) };
}
