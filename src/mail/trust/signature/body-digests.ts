/** The digests of one body, computed while it arrives; the body is not stored. */

import { createHash, type Hash } from 'node:crypto';
import type { Form } from './body-kernel.ts';
import { CanonicalBody } from './canonical-body.ts';

/** Different values of l= in one message: genuine messages have none, and each costs a separate hash. */
const LIMITS = 2;

export class BodyDigest {
  /** The number of covered octets of the body; Infinity: all of them. */
  readonly limit: number;
  #octets = 0;
  #hash: Hash | undefined = createHash('sha256');
  #value: Buffer | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Octets of the canonical body, including those after the limit. */
  get octets(): number {
    return this.#octets;
  }

  /** SHA-256; undefined until the body is complete. */
  get value(): Buffer | undefined {
    return this.#value;
  }

  take(octets: Uint8Array): void {
    const room = this.limit - this.#octets;
    if (room > 0) this.#hash?.update(octets.length > room ? octets.subarray(0, room) : octets);
    this.#octets += octets.length;
  }

  end(): void {
    this.#value ??= this.#hash?.digest();
    this.#hash = undefined;
  }
}

export class BodyDigests {
  readonly #bodies = new Map<Form, { body: CanonicalBody; digests: BodyDigest[] }>();
  readonly #limits = new Set<number>();

  /**
   * To be called before the first octet; equal requests share one digest.
   * @param limit the value of l= (RFC 6376 section 3.5)
   * @returns undefined if there are already too many different limits
   */
  want(form: Form): BodyDigest;
  want(form: Form, limit: number | undefined): BodyDigest | undefined;
  want(form: Form, limit = Infinity): BodyDigest | undefined {
    if (limit !== Infinity && this.#limits.add(limit).size > LIMITS) {
      this.#limits.delete(limit);
      return undefined;
    }
    const { digests } = this.#bodies.get(form) ?? this.#begin(form);
    const known = digests.find((digest) => digest.limit === limit);
    if (known !== undefined) return known;
    const digest = new BodyDigest(limit);
    digests.push(digest);
    return digest;
  }

  /** The form in which the body is already hashed: another one would cost a second pass. */
  get form(): Form | undefined {
    return this.#bodies.keys().next().value;
  }

  /** @param piece the next octets of the body in wire form, split anywhere; lent until the call returns */
  push(piece: Uint8Array): void {
    for (const { body } of this.#bodies.values()) body.push(piece);
  }

  /** Completes the body: the digests have their values. */
  end(): void {
    for (const { body, digests } of this.#bodies.values()) {
      body.end();
      for (const digest of digests) digest.end();
    }
  }

  #begin(form: Form): { body: CanonicalBody; digests: BodyDigest[] } {
    const digests: BodyDigest[] = [];
    const body = new CanonicalBody(form, (octets) => {
      for (const digest of digests) digest.take(octets);
    });
    const begun = { body, digests };
    this.#bodies.set(form, begun);
    return begun;
  }
}
