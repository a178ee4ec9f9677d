/** A signer with its key in a DNS made of a table, messages with its signatures, and their verification. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { seal } from '#mail/trust/arc/seal.ts';
import { signDkim } from '#mail/trust/dkim/sign.ts';
import { BodyDigests } from '#mail/trust/signature/body-digests.ts';
import type { Form } from '#mail/trust/signature/body-kernel.ts';
import { type Signer, signerOf } from '#mail/trust/signature/signer.ts';
import type { Resolve } from '#mail/dns/answer.ts';
import { stuffDots } from '#mail/message/dot-stuffing.ts';
import { ArcCheck, type ArcResult } from '#mail/trust/arc/validate.ts';
import { DkimCheck, type DkimResult } from '#mail/trust/dkim/verify.ts';

export type TestKey = {
  signer: Signer;
  pem: string;
  /** The name and the TXT record of the public key. */
  name: string;
  record: string;
};

export function testKey(type: 'rsa' | 'ed25519', domain: string): TestKey {
  const pair: KeyPair = type === 'rsa' ? rsaKey() : generateKeyPairSync('ed25519');
  const { privateKey, publicKey } = pair;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const published = type === 'rsa' ? spki : spki.subarray(-32);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const name = `${type}._domainkey.${domain}`;
  const record = `v=DKIM1; k=${type}; p=${published.toString('base64')}`;
  return { signer: signerOf(privateKey, domain, type), pem, name, record };
}

function digestOf(content: string, form: Form) {
  const digests = new BodyDigests();
  const digest = digests.want(form);
  digests.push(halves(content).body);
  digests.end();
  return { form, digest };
}

type How = { form: Form; now: number };

/** The message with our DKIM-Signature above it. @param alone names of fields, besides From, that no one may add */
export async function withDkim(
  content: string,
  signer: Signer,
  { form, now, alone = [] }: How & { alone?: readonly string[] },
): Promise<string> {
  const block = HeaderBlock.read(halves(content).header);
  const field = await signDkim(block, digestOf(content, form), signer, { now, alone });
  return `${field.raw}\r\n${content}`;
}

/**
 * The message with our ARC set above it; unchanged if no set may follow.
 * @param found the results that the sealer writes, and its name first; absent: only those of the chain
 */
export async function withSeal(
  content: string,
  { arc }: Verified,
  signer: Signer,
  { form, now, found }: How & { found?: string },
): Promise<string> {
  const { result, sets, next: instance } = arc;
  if (instance === undefined || result === 'temperror') return content;
  const block = HeaderBlock.read(halves(content).header);
  const results = found ?? `mx.alias.test;\r\n arc=${result};\r\n dkim=none`;
  const sealing = { results, body: digestOf(content, form), signer, now };
  const set = await seal(block, { instance, chain: { result, sets }, ...sealing });
  return set.map(({ raw }) => `${raw}\r\n`).join('') + content;
}

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };

/** Keys of the usual length, which calls get in turn. */
const IN_TURN = 4;

const made = new Map<number, KeyPair[]>();
let calls = 0;

/**
 * One of four keys of 2048 bits in turn, so those of consecutive calls differ; or the one of another length. They are made once
 * a process: making one takes as much CPU as a hundred tests.
 */
export function rsaKey(bits: 768 | 1024 | 2048 | 3072 = 2048): KeyPair {
  const keys = made.get(bits) ?? [];
  made.set(bits, keys);
  const which = bits === 2048 ? calls++ % IN_TURN : 0;
  return (keys[which] ??= generateKeyPairSync('rsa', { modulusLength: bits }));
}

/** The two halves of a message, in the collector's form: in wire form, the empty line at the end of the first. */
export function halves(content: string): { header: Buffer; body: Buffer } {
  const wire = stuffDots(Buffer.from(content, 'latin1'), true);
  const empty = wire.subarray(0, 2).toString() === '\r\n' ? 0 : wire.indexOf('\r\n\r\n') + 2;
  const end = empty === 1 ? wire.length : empty + 2;
  return { header: wire.subarray(0, end), body: wire.subarray(end) };
}

export type Verified = { dkim: DkimResult[]; arc: ArcResult; block: HeaderBlock };

/**
 * Verifies the signatures as the server does it: header first, then the body in pieces.
 * @param content with CRLF, without stuffing dots, each character one octet
 * @param options.now milliseconds since 1970
 */
export async function verified(
  content: string,
  resolve: Resolve,
  options: { now?: number; author?: string; cut?: (octets: Buffer) => Buffer[] } = {},
): Promise<Verified> {
  const { header, body } = halves(content);
  const block = HeaderBlock.read(header);
  const digests = new BodyDigests();
  const prefers = (domain: string) => domain === options.author;
  const dkim = DkimCheck.begin(block, digests, { resolve, prefers });
  const arc = ArcCheck.begin(block, digests, resolve);
  for (const piece of options.cut?.(body) ?? [body]) digests.push(piece);
  digests.end();
  return { dkim: await dkim.end(options.now ?? 0), arc: await arc.end(), block };
}
