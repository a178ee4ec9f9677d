/** The DKIM signatures of a message (RFC 6376 section 6): begun after the header, judged after the body. */

import type { Resolve } from '../../dns/answer.ts';
import type { HeaderBlock } from '../../message/header-block.ts';
import type { BodyDigest, BodyDigests } from '../signature/body-digests.ts';
import { coveredOctets } from '../signature/message-signature.ts';
import {
  type KeyFlaw,
  type KeyFound,
  lookUpKey,
  type PublicKey,
  type SignatureAlgorithm,
} from '../signature/public-key.ts';
import { Slices } from '../signature/verify-octets.ts';
import {
  DKIM_SIGNATURE,
  type DkimFlaw,
  type DkimSignature,
  type FlawedSignature,
  readDkimSignature,
} from './signature.ts';

/** Most signatures that are judged in one message; others are skipped, as RFC 6376 section 6.1 allows. */
const SIGNATURES = 8;

/** Results of RFC 8601 section 2.7.1. */
export type DkimResultCode = 'pass' | 'fail' | 'neutral' | 'policy' | 'permerror' | 'temperror';

export type DkimReason =
  | DkimFlaw
  | KeyFlaw
  | 'header-too-large'
  | 'too-many-limits'
  | 'expired'
  | 'no-key'
  | 'no-answer'
  | 'wrong-key-type'
  | 'weak-key'
  | 'testing'
  | 'short-body'
  | 'body-changed'
  | 'header-changed';

export type DkimResult = {
  result: DkimResultCode;
  /** Why it does not pass. */
  reason?: DkimReason;
  /** The signer, d=, in lower case and A-labels; absent if the field names none. */
  domain?: string;
  selector?: string;
  /** The value of a=; absent if the field could not be parsed. */
  algorithm?: SignatureAlgorithm;
  /**
   * Whether l= covers less than the whole body: the rest may be another author's. Such a pass does not prove an
   * author.
   */
  partial: boolean;
  /** Absent if the field could not be parsed. */
  signature?: DkimSignature;
};

type Begun =
  | { judged: DkimResult }
  | { signature: DkimSignature; digest: BodyDigest; key: Promise<KeyFound> };

export class DkimCheck {
  readonly #block: HeaderBlock;
  readonly #begun: readonly Begun[];

  private constructor(block: HeaderBlock, begun: readonly Begun[]) {
    this.#block = block;
    this.#begun = begun;
  }

  /**
   * Looks up the keys, and requests the digests.
   * @param options.resolve never rejects
   * @param options.prefers whether a signature of this domain might prove the author: those are judged first
   */
  static begin(
    block: HeaderBlock,
    digests: BodyDigests,
    options: { resolve: Resolve; prefers: (domain: string) => boolean },
  ): DkimCheck {
    const read = block.fields(DKIM_SIGNATURE).map(readDkimSignature);
    const preferred = (one: (typeof read)[number]) => {
      const domain = 'signature' in one ? one.signature.domain : one.domain;
      return domain !== undefined && options.prefers(domain);
    };
    const chosen = [...read.filter(preferred), ...read.filter((one) => !preferred(one))];
    const begun = chosen.slice(0, SIGNATURES).map((one): Begun => {
      if (!('signature' in one)) return { judged: flawed(one) };
      const { signature } = one;
      const judged = (result: DkimResultCode, reason: DkimReason) => ({
        judged: { ...about(signature), result, reason },
      });
      // The signature may cover an unparsed field.
      if (!block.complete) return judged('policy', 'header-too-large');
      const digest = digests.want(signature.body, signature.limit);
      if (digest === undefined) return judged('policy', 'too-many-limits');
      return {
        signature,
        digest,
        key: lookUpKey(options.resolve, signature.selector, signature.domain),
      };
    });
    return new DkimCheck(block, begun);
  }

  /** The signers of the signatures that may pass. */
  get domains(): string[] {
    return this.#begun.flatMap((one) => ('judged' in one ? [] : [one.signature.domain]));
  }

  /**
   * To be called once the digests have their values.
   * @param now milliseconds since 1970
   * @returns a result for each judged signature, the preferred ones first; never rejects
   */
  async end(now: number): Promise<DkimResult[]> {
    const results: DkimResult[] = [];
    const slices = new Slices();
    for (const one of this.#begun) {
      if ('judged' in one) {
        results.push(one.judged);
        continue;
      }
      const key = await one.key;
      const { signature } = one;
      const flaw = flawOf(signature, one.digest, key, now);
      const octets = () => coveredOctets(signature, this.#block);
      const signed =
        flaw === undefined && typeof key !== 'string'
          ? await slices.isSigned(octets, signature.signature, key)
          : false;
      const verdict = flaw ?? (signed ? goodUnder(key) : CHANGED);
      results.push({
        ...about(signature),
        ...verdict,
        partial: signature.limit < one.digest.octets,
      });
    }
    return results;
  }
}

type Verdict = Pick<DkimResult, 'result' | 'reason'>;

const PASS: Verdict = { result: 'pass' };
/** RFC 6376 section 3.6.1: messages of a domain in testing mode must be treated as unsigned. */
const TESTING: Verdict = { result: 'neutral', reason: 'testing' };
const CHANGED: Verdict = { result: 'fail', reason: 'header-changed' };

const goodUnder = (key: KeyFound) => (typeof key !== 'string' && key.testing ? TESTING : PASS);

/** The verdict on everything except the signature itself; undefined if only the signature is left to verify. */
function flawOf(
  signature: DkimSignature,
  digest: BodyDigest,
  key: KeyFound,
  now: number,
): Verdict | undefined {
  if (signature.expires * 1000 < now) return { result: 'policy', reason: 'expired' };
  if (key === 'no-answer') return { result: 'temperror', reason: key };
  if (typeof key === 'string') return { result: 'permerror', reason: key };
  const misuse = misuseOf(signature, key);
  if (misuse !== undefined) return { result: 'permerror', reason: misuse };
  if (key.weak) return { result: 'policy', reason: 'weak-key' };
  if (signature.limit !== Infinity && signature.limit > digest.octets) {
    return { result: 'permerror', reason: 'short-body' };
  }
  const same = digest.value?.equals(signature.bodyHash) === true;
  return same ? undefined : { result: 'fail', reason: 'body-changed' };
}

function misuseOf({ algorithm, identity, domain }: DkimSignature, key: PublicKey) {
  if (key.algorithm !== algorithm) return 'wrong-key-type';
  return key.strict && identity !== domain ? 'foreign-identity' : undefined;
}

function flawed({ flaw, ...who }: FlawedSignature): DkimResult {
  // RFC 8301 section 3.1: rsa-sha1 does not count as proof. RFC 8601 section 2.7.1: an unprocessable signature is neutral.
  const result = flaw === 'weak-algorithm' ? 'policy' : 'neutral';
  return { ...who, result, reason: flaw, partial: false };
}

const about = (signature: DkimSignature) => ({
  domain: signature.domain,
  selector: signature.selector,
  algorithm: signature.algorithm,
  partial: false,
  signature,
});
