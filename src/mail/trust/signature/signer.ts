/** Signatures, and the header fields that carry them. */

import { createHash, type KeyObject, sign } from 'node:crypto';
import { HeaderField } from '../../message/header-block.ts';
import { signedOctets } from './canonical-header.ts';
import type { SignatureAlgorithm } from './public-key.ts';

export type Signer = {
  /** The values of d= and s=. */
  domain: string;
  selector: string;
  algorithm: SignatureAlgorithm;
  /** Rejects if the key cannot be used. */
  sign: (octets: Buffer) => Promise<Buffer>;
};

/** Three RSA-2048 signatures take 0.8 ms. */
const PER_TURN = 3;

const waiting: (() => void)[] = [];

/** 0.27 ms with RSA-2048. A pool thread takes as long, and waking it a tenth to a third more (docs/decisions/v8-and-webassembly.md). */
const signInTurn = (digest: string | null, octets: Buffer, key: KeyObject): Promise<Buffer> =>
  inTurns(() => sign(digest, octets, key));

/** @param key a private key, RSA or Ed25519. @throws an Error if it is another */
export function signerOf(key: KeyObject, domain: string, selector: string): Signer {
  if (key.type === 'private' && key.asymmetricKeyType === 'rsa') {
    const make = (octets: Buffer) => signInTurn('sha256', octets, key);
    return { domain, selector, algorithm: 'rsa-sha256', sign: make };
  }
  if (key.type === 'private' && key.asymmetricKeyType === 'ed25519') {
    // RFC 8463 section 3: Ed25519 signs the digest.
    const digest = (octets: Buffer) => createHash('sha256').update(octets).digest();
    const make = (octets: Buffer) => signInTurn(null, digest(octets), key);
    return { domain, selector, algorithm: 'ed25519-sha256', sign: make };
  }
  throw new Error('a signature needs a private key, RSA or Ed25519');
}

/** Width of a line; RFC 5322 section 2.1.1 recommends 78 octets at most. */
const WIDTH = 76;
/** One blank, so that the relaxed form has no runs of blanks to reduce. */
const FOLD = '\r\n ';
/** Characters of b= in one line. */
const B_LINE = new RegExp(`.{1,${WIDTH - 8}}`, 'g');

/**
 * A signature field over fields in their relaxed form: its tags in this order, followed by b=.
 * @param tags values that may be broken after a colon or a blank
 */
export async function signedField(
  name: string,
  tags: readonly (readonly [string, string])[],
  covered: readonly HeaderField[],
  signer: Signer,
): Promise<HeaderField> {
  const all = [
    ...tags,
    ['a', signer.algorithm],
    ['d', signer.domain],
    ['s', signer.selector],
  ] as const;
  const unsigned = `${folded(name, all)}${FOLD}b=`;
  const octets = signedOctets(covered, 'relaxed', new HeaderField(unsigned));
  const signature = await signer.sign(octets);
  // RFC 6376 section 3.5: the signature does not cover the folding inside b=.
  const lines = signature.toString('base64').match(B_LINE) ?? [];
  return new HeaderField(`${unsigned}${lines.join(FOLD)}`);
}

function folded(name: string, tags: readonly (readonly [string, string])[]): string {
  let text = `${name}:`;
  let width = text.length;
  for (const [tag, value] of tags) {
    const whole = ` ${tag}=${value};`;
    // Lines break after a colon: only h= has a long value.
    const words = width + whole.length <= WIDTH ? [whole] : (whole.match(/[^:]+:?/g) ?? []);
    for (const [i, word] of words.entries()) {
      const fits = width + word.length <= WIDTH;
      const start = i === 0 ? word.slice(1) : word;
      text += fits ? word : `${FOLD}${start}`;
      width = fits ? width + word.length : 1 + start.length;
    }
  }
  return text;
}

/**
 * Spreads tasks of a third of a millisecond: a few run in each turn of the event loop, in the order of the calls. So
 * no other session waits for more than a millisecond.
 * @returns what `work` returns; rejects with what it throws
 */
export function inTurns<Result>(work: () => Result): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  if (waiting.length === 0) setImmediate(takeTurn);
  waiting.push(() => {
    try {
      resolve(work());
    } catch (error) {
      reject(error);
    }
  });
  return promise;
}

function takeTurn(): void {
  for (const run of waiting.splice(0, PER_TURN)) run();
  if (waiting.length > 0) setImmediate(takeTurn);
}
