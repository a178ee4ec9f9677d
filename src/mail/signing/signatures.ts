/** Our signatures. If one cannot be made, the message is sent without it. */

import type { KeyObject } from 'node:crypto';
import { HeaderBlock, type HeaderField, linesOf } from '../message/header-block.ts';
import type { WireMessage } from '../message/message.ts';
import { prepend } from '../message/edits.ts';
import { type SignedBody, signDkim } from '../trust/dkim/sign.ts';
import { authorDomain } from '../trust/dmarc/author-domain.ts';
import { BodyDigests } from '../trust/signature/body-digests.ts';
import { type Signer, signerOf } from '../trust/signature/signer.ts';

/** The private key of all our domains, as currently loaded. */
export type SigningKey = {
  /** The value of s=. */
  selector: string;
  /** RSA of 2048 bits; private. */
  key: KeyObject;
  /**
   * Whether the DNS had our record at the last check. Without it a signature proves nothing, and an ARC seal breaks
   * the whole chain (RFC 8617 section 5.2).
   * @param domain of a signature: an alias domain, in A-labels and lower case
   */
  isPublished: (domain: string) => boolean;
};

/** Called again for each message, because the key may change. @returns undefined if there is none */
export type Signing = () => SigningKey | undefined;

export type SignatureKind = 'dkim' | 'arc';
/** `unpublished`: our key is not in the DNS, so no signature was made; `failed`: the key cannot be used. */
export type SigningResult = 'made' | 'unpublished' | 'failed';

export type SignaturesOptions = {
  signing: Signing;
  /** Milliseconds since 1970. */
  date: () => number;
  observe: (kind: SignatureKind, result: SigningResult) => void;
  /** Called for the first signature that fails, and for the first failure after a success. */
  onFault: (error: unknown) => void;
};

export class Signatures {
  readonly #options: SignaturesOptions;
  #failing = false;

  constructor(options: SignaturesOptions) {
    this.#options = options;
  }

  get date(): number {
    return this.#options.date();
  }

  /** Whether a signature of this domain would prove anything: without a published key none is made. */
  canSign(domain: string): boolean {
    return this.#options.signing()?.isPublished(domain) ?? false;
  }

  /** @param make signs. @returns nothing if the key is not published, or cannot be used; never rejects */
  async make(
    kind: SignatureKind,
    domain: string,
    make: (signer: Signer) => Promise<readonly HeaderField[]>,
  ): Promise<readonly HeaderField[]> {
    const { signing, observe, onFault } = this.#options;
    const key = signing();
    if (key === undefined) return [];
    if (!key.isPublished(domain)) {
      observe(kind, 'unpublished');
      return [];
    }
    try {
      const made = await make(signerOf(key.key, domain, key.selector));
      observe(kind, 'made');
      this.#failing = false;
      return made;
    } catch (error) {
      observe(kind, 'failed');
      if (!this.#failing) onFault(error);
      this.#failing = true;
      return [];
    }
  }

  /**
   * A DKIM-Signature over a header as it is sent.
   * @param alone names of fields, besides From, that must not be added later
   */
  dkim(
    domain: string,
    block: HeaderBlock,
    body: SignedBody,
    alone: readonly string[] = [],
  ): Promise<readonly HeaderField[]> {
    return this.make('dkim', domain, async (signer) => [
      await signDkim(block, body, signer, { now: this.date, alone }),
    ]);
  }

  /** Our own message with our signature, in the name of its From domain. */
  async signOwn(message: WireMessage): Promise<WireMessage> {
    const octets = Buffer.concat(message.chunks);
    const end = octets.indexOf(END_OF_HEADER) + END_OF_HEADER.length;
    const block = HeaderBlock.read(octets.subarray(0, end));
    const author = authorDomain(block.fields('from').map(({ value }) => value));
    if (author.kind !== 'one') return message;
    const digests = new BodyDigests();
    const digest = digests.want('relaxed');
    digests.push(octets.subarray(end));
    digests.end();
    const signed = await this.dkim(author.domain, block, { form: 'relaxed', digest });
    return prepend(linesOf(signed), message);
  }
}

const END_OF_HEADER = Buffer.from('\r\n\r\n');
