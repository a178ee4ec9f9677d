/** The ARC sets of a header: RFC 8617 sections 4.1 and 4.2. */

import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import {
  type MessageSignature,
  readMessageSignature,
  readSignedBy,
  type SignatureFlaw,
} from '../signature/message-signature.ts';
import { readTags, type TagList } from '../signature/tag-list.ts';

/** The names of the fields, in lower case. */
export const SEAL = 'arc-seal';
export const MESSAGE_SIGNATURE = 'arc-message-signature';
export const RESULTS = 'arc-authentication-results';

/** RFC 8617 section 4.2.1. */
export const SETS = 50;
/** Octets of all sets together: fifty usual sets have fewer, and each seal covers all below it. */
const OCTETS = 102_400;

/** The three fields of one instance. */
export type ArcSet = {
  results: HeaderField;
  message: { field: HeaderField; tags: TagList };
  seal: { field: HeaderField; tags: TagList };
};

/** RFC 8617 section 4.1.3. */
export type ChainValidation = 'none' | 'pass' | 'fail';

export type ArcFlaw =
  | SignatureFlaw
  | 'too-many-sets'
  | 'too-large'
  | 'not-a-chain'
  | 'misplaced-tag';

export type ArcSets = {
  /** From instance 1 on; empty if the header has none, or they do not form a chain. */
  sets: readonly ArcSet[];
  /** The reason why they do not form a chain. */
  flaw?: ArcFlaw;
  /** The highest instance in any field; 0 if there is none. */
  highest: number;
  /** Whether a seal says that the chain has failed: nothing may follow it (RFC 8617 section 5.1.2). */
  ended: boolean;
};

const INSTANCE = /^\d{1,2}$/;
/** RFC 8617 section 4.1.1: the instance comes first, and this pattern reads nothing else. */
const RESULTS_INSTANCE = /^[ \t\r\n]*i[ \t\r\n]*=[ \t\r\n]*(\d{1,2})[ \t\r\n]*;/;

/** A field with the instance that it names; 0 for any other text. */
type Found = { field: HeaderField; instance: number; tags: TagList };

/** RFC 8617 section 5.2, steps 1 and 3: each instance has exactly one set. */
export function readSets(block: HeaderBlock): ArcSets {
  const named = [RESULTS, MESSAGE_SIGNATURE, SEAL].map((name) => block.fields(name));
  const fields = named.flat();
  if (fields.length === 0) return { sets: [], highest: 0, ended: false };
  if (named.some(({ length }) => length > SETS)) return unread('too-many-sets');
  if (fields.reduce((sum, { raw }) => sum + raw.length, 0) > OCTETS) return unread('too-large');
  const [results = [], messages = [], seals = []] = named.map((same) => same.map(found));
  const sets = chainOf(byInstance(results), byInstance(messages), byInstance(seals));
  const highest = Math.max(...[...results, ...messages, ...seals].map(({ instance }) => instance));
  const ended = seals.some(({ tags }) => tags.get('cv') === 'fail');
  const isChain = sets.length * 3 === fields.length;
  return isChain ? { sets, highest, ended } : { sets: [], flaw: 'not-a-chain', highest, ended };
}

/** The result for too many or too large sets, which are not parsed: no set may follow. */
const unread = (flaw: ArcFlaw): ArcSets => ({ sets: [], flaw, highest: SETS, ended: false });

const NO_TAGS: TagList = new Map();

function found(field: HeaderField): Found {
  const isResults = field.name === RESULTS;
  const tags = (isResults ? undefined : readTags(field.value)) ?? NO_TAGS;
  const written = (isResults ? RESULTS_INSTANCE.exec(field.value)?.[1] : tags.get('i')) ?? '';
  return { field, instance: INSTANCE.test(written) ? Number(written) : 0, tags };
}

/** A map keeps one of two fields with the same instance, so the sets are fewer than the fields. */
const byInstance = (fields: readonly Found[]) => new Map(fields.map((one) => [one.instance, one]));

type ByInstance = ReadonlyMap<number, Found>;

/** The sets from instance 1 on, up to the first gap. */
function chainOf(results: ByInstance, messages: ByInstance, seals: ByInstance): ArcSet[] {
  const sets: ArcSet[] = [];
  for (let i = 1; i <= results.size; i++) {
    const [one, message, seal] = [results.get(i), messages.get(i), seals.get(i)];
    if (one === undefined || message === undefined || seal === undefined) break;
    sets.push({ results: one.field, message, seal });
  }
  return sets;
}

export type Seal = ReturnType<typeof readSignedBy> & object;

/** @returns its flaw if it is invalid */
export function readSeal({ tags }: ArcSet['seal']): Seal | ArcFlaw {
  // RFC 8617 section 4.1.3: h= makes a seal invalid; it does not cover a body either.
  if (tags.has('h') || tags.has('bh')) return 'misplaced-tag';
  return readSignedBy(tags);
}

/** @returns its flaw if it is invalid */
export function readSetSignature({ field, tags }: ArcSet['message']): MessageSignature | ArcFlaw {
  const signature = readMessageSignature(field, tags, 'relaxed');
  if (typeof signature === 'string') return signature;
  // RFC 8617 section 4.1.2: a message signature never covers seals.
  return signature.names.includes(SEAL) ? 'misplaced-tag' : signature;
}
