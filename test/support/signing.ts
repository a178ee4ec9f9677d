/** A signer with its key in a DNS made of a table, and messages with its signatures. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { seal } from '#mail/trust/arc/seal.ts';
import { signDkim } from '#mail/trust/dkim/sign.ts';
import { BodyDigests } from '#mail/trust/signature/body-digests.ts';
import type { Form } from '#mail/trust/signature/body-kernel.ts';
import { type Signer, signerOf } from '#mail/trust/signature/signer.ts';
import { rsaKey } from '#support/rsa-keys.ts';
import { halves, type Verified } from '#support/verified.ts';

export type TestKey = {
  signer: Signer;
  /** The private key in PEM. */
  pem: string;
  /** The name and the TXT record of the public key. */
  name: string;
  record: string;
};

export function testKey(type: 'rsa' | 'ed25519', domain: string): TestKey {
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } =
    type === 'rsa' ? rsaKey() : generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const published = type === 'rsa' ? spki : spki.subarray(-32);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const name = `${type}._domainkey.${domain}`;
  const record = `v=DKIM1; k=${type}; p=${published.toString('base64')}`;
  return { signer: signerOf(privateKey, domain, type), pem, name, record };
}

function body(content: string, form: Form) {
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
  const field = await signDkim(block, body(content, form), signer, { now, alone });
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
  const sealing = { results, body: body(content, form), signer, now };
  const set = await seal(block, { instance, chain: { result, sets }, ...sealing });
  return set.map(({ raw }) => `${raw}\r\n`).join('') + content;
}
