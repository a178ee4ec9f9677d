/** The chain of ARC sets on a message (RFC 8617 section 5.2): begun after the header, judged after the body. */

import type { Resolve } from '../../dns/answer.ts';
import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import type { BodyDigest, BodyDigests } from '../signature/body-digests.ts';
import { signedOctets, withoutSignature } from '../signature/canonical-header.ts';
import { coveredOctets, type MessageSignature } from '../signature/message-signature.ts';
import { type KeyFlaw, type KeyFound, lookUpKey } from '../signature/public-key.ts';
import { Slices } from '../signature/verify-octets.ts';
import {
  type ArcFlaw,
  type ArcSet,
  type ArcSets,
  type ChainValidation,
  readSeal,
  readSets,
  readSetSignature,
  SETS,
  type Seal,
} from './sets.ts';

export type ArcReason =
  | ArcFlaw
  | KeyFlaw
  | 'header-too-large'
  | 'too-many-limits'
  | 'failed-before'
  | 'wrong-validation'
  | 'no-key'
  | 'no-answer'
  | 'wrong-key-type'
  | 'weak-key'
  | 'short-body'
  | 'body-changed'
  | 'header-changed'
  | 'seal-changed';

export type ArcResult = {
  /** `temperror`: the DNS did not answer, so the chain is undecided. */
  result: ChainValidation | 'temperror';
  /** The reason for a failed or undecided chain. */
  reason?: ArcReason;
  /** From instance 1 on; empty if they do not form a chain. */
  sets: readonly ArcSet[];
  /** The instance for our own set; absent if none may follow. */
  next?: number;
  /**
   * The last sealer, d=, in lower case and A-labels. Only if the chain passes, and its message signature covers the
   * author and the whole body: the sealer may not have seen anything else.
   */
  sealer?: string;
};

type Begun = {
  message: MessageSignature;
  digest: BodyDigest;
  messageKey: Promise<KeyFound>;
  /** From instance 1 on. */
  seals: { seal: Seal; key: Promise<KeyFound> }[];
};

export class ArcCheck {
  readonly #block: HeaderBlock;
  readonly #sets: ArcSets;
  readonly #begun: Begun | ArcReason | undefined;

  private constructor(block: HeaderBlock, sets: ArcSets, begun: Begun | ArcReason | undefined) {
    this.#block = block;
    this.#sets = sets;
    this.#begun = begun;
  }

  /** Looks up the keys, and requests the digest. @param resolve never rejects */
  static begin(block: HeaderBlock, digests: BodyDigests, resolve: Resolve): ArcCheck {
    const found = readSets(block);
    // The unparsed part of the header may contain sets.
    const begun = block.complete ? begin(found, digests, resolve) : 'header-too-large';
    return new ArcCheck(block, found, begun);
  }

  /** To be called once the digests have their values; never rejects. */
  async end(): Promise<ArcResult> {
    const begun = this.#begun;
    if (begun === undefined) return this.#result('none');
    if (typeof begun === 'string') return this.#failed(begun);
    const reason = await this.#reason(begun);
    if (reason !== undefined) return this.#failed(reason);
    const passed = this.#result('pass');
    const sealer = sealerOf(begun);
    if (sealer !== undefined) passed.sealer = sealer;
    return passed;
  }

  /** A chain without a verdict is not sealed. */
  #failed(reason: ArcReason): ArcResult {
    const { sets } = this.#sets;
    if (reason === 'no-answer') return { result: 'temperror', reason, sets };
    if (reason === 'header-too-large') return { result: 'fail', reason, sets };
    return { ...this.#result('fail'), reason };
  }

  #result(result: ChainValidation): ArcResult {
    const { sets, highest, ended } = this.#sets;
    // RFC 8617 section 5.1: never a 51st set, and none after a failed chain.
    return ended || highest >= SETS ? { result, sets } : { result, sets, next: highest + 1 };
  }

  async #reason(begun: Begun): Promise<ArcReason | undefined> {
    const [messageKey, ...sealKeys] = await Promise.all([
      begun.messageKey,
      ...begun.seals.map(({ key }) => key),
    ]);
    const slices = new Slices();
    return (
      (await this.#messageFlaw(begun, messageKey, slices)) ??
      (await this.#sealFlaw(begun, sealKeys, slices))
    );
  }

  /** RFC 8617 section 5.2 step 4: only the message signature of the last set must verify; older ones may be broken. */
  async #messageFlaw({ message, digest }: Begun, key: KeyFound, slices: Slices) {
    const usable = usableKey(key, message);
    if (typeof usable === 'string') return usable;
    if (message.limit !== Infinity && message.limit > digest.octets) return 'short-body';
    if (digest.value?.equals(message.bodyHash) !== true) return 'body-changed';
    const octets = () => coveredOctets(message, this.#block);
    const signed = await slices.isSigned(octets, message.signature, usable);
    return signed ? undefined : 'header-changed';
  }

  /** RFC 8617 section 5.2 step 6: each seal covers all sets up to its own. */
  async #sealFlaw({ seals }: Begun, keys: readonly KeyFound[], slices: Slices) {
    for (let i = seals.length; i > 0; i--) {
      const seal = seals[i - 1]?.seal;
      const set = this.#sets.sets[i - 1];
      const key = keys[i - 1];
      if (seal === undefined || set === undefined || key === undefined) return 'not-a-chain';
      const usable = usableKey(key, seal);
      if (typeof usable === 'string') return usable;
      const covered = sealedFields(this.#sets.sets.slice(0, i - 1), set);
      const octets = () => signedOctets(covered, 'relaxed', withoutSignature(set.seal.field));
      if (!(await slices.isSigned(octets, seal.signature, usable))) return 'seal-changed';
    }
    return undefined;
  }
}

function begin(
  { sets, flaw }: ArcSets,
  digests: BodyDigests,
  resolve: Resolve,
): Begun | ArcReason | undefined {
  const last = sets.at(-1);
  if (flaw !== undefined || last === undefined) return flaw;
  const claimed = sets.map(({ seal }) => seal.tags.get('cv'));
  // RFC 8617 section 5.2 step 2: a sealer that saw a failure has ended the chain.
  if (claimed.at(-1) === 'fail') return 'failed-before';
  if (!claimed.every((cv, i) => cv === (i === 0 ? 'none' : 'pass'))) return 'wrong-validation';
  const seals = sets.map(({ seal }) => readSeal(seal));
  const readable = seals.filter((seal) => typeof seal !== 'string');
  const message = readSetSignature(last.message);
  if (typeof message === 'string') return message;
  if (readable.length < seals.length) return seals.find((seal) => typeof seal === 'string');
  const digest = digests.want(message.body, message.limit);
  if (digest === undefined) return 'too-many-limits';
  return {
    message,
    digest,
    messageKey: lookUpKey(resolve, message.selector, message.domain),
    seals: readable.map((seal) => ({ seal, key: lookUpKey(resolve, seal.selector, seal.domain) })),
  };
}

function sealerOf({ message, digest, seals }: Begun): string | undefined {
  // RFC 6376 sections 5.4 and 8.2, for DKIM; its rules also apply to this signature (RFC 8617 section 4.1.2).
  const whole = message.limit >= digest.octets && message.names.includes('from');
  return whole ? seals.at(-1)?.seal.domain : undefined;
}

/** RFC 8617 section 5.1.1: the other fields that a seal covers. */
export function sealedFields(
  before: readonly ArcSet[],
  own: { results: HeaderField; message: { field: HeaderField } },
): HeaderField[] {
  return [
    ...before.flatMap(({ results, message, seal }) => [results, message.field, seal.field]),
    own.results,
    own.message.field,
  ];
}

function usableKey(key: KeyFound, { algorithm }: Pick<Seal, 'algorithm'>) {
  if (typeof key === 'string') return key;
  if (key.algorithm !== algorithm) return 'wrong-key-type';
  return key.weak ? 'weak-key' : key;
}
