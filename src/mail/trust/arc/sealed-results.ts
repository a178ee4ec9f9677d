/** The results in a sealer's ARC set (RFC 8617 section 4.1.1): the checks that passed at the sealer. */

import { withoutComments } from '../../message/folding.ts';
import { domainName } from '../signature/domain-name.ts';

export type SealedResults = {
  /** The author domains for which DMARC passed. */
  dmarc: readonly string[];
  /** The domain for which SPF passed; empty: none. */
  spf: readonly string[];
  /** The signers whose signatures passed. */
  dkim: readonly string[];
};

/** A longer field is not read; the results of ten signatures have 2,000. */
const OCTETS = 8192;
/** Most results that are read. */
const RESULTS = 32;

const NOTHING: SealedResults = { dmarc: [], spf: [], dkim: [] };

/** Parts between semicolons, and words between blanks, each with its quoted strings whole. */
const PARTS = /(?:[^";]|"(?:[^"\\]|\\.)*")+/gs;
const WORDS = /(?:[^" ]|"(?:[^"\\]|\\.)*")+/gs;

/** The properties that name the domain of a result: the first one present counts. */
const NAMES = new Map([
  ['dmarc', ['header.from']],
  ['spf', ['smtp.mailfrom', 'smtp.helo']],
  ['dkim', ['header.d', 'header.i']],
]);

/**
 * @param value of ARC-Authentication-Results, one character for each octet; domains are returned in A-labels and
 * lower case
 */
export function readSealedResults(value: string): SealedResults {
  if (value.length > OCTETS) return NOTHING;
  const plain = withoutComments(value)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([=;]) ?/g, '$1');
  // RFC 8617 section 4.1.1: the instance and the name of the sealer's server come first.
  const parts = (plain.match(PARTS) ?? []).slice(2, 2 + RESULTS);
  const passed = parts.map(passedOf).filter((one) => one !== undefined);
  const of = (wanted: string) =>
    passed.flatMap(({ method, domain }) => (method === wanted && domain ? [domain] : []));
  return { dmarc: of('dmarc'), spf: of('spf').slice(0, 1), dkim: of('dkim') };
}

/** RFC 8601 section 2.2: a method with its result, and properties. @returns undefined unless it passed */
function passedOf(part: string) {
  const [result = '', ...properties] = (part.match(WORDS) ?? []).map((word) => word.toLowerCase());
  const method = /^(dmarc|spf|dkim)(?:\/\d+)?=pass$/.exec(result)?.[1];
  if (method === undefined) return undefined;
  const values = (NAMES.get(method) ?? []).map((name) =>
    properties.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1),
  );
  const said = values.find((value) => value !== undefined);
  return { method, domain: said === undefined ? undefined : domainOf(said) };
}

/** Of an address or a domain, quoted or not. */
function domainOf(text: string): string | undefined {
  const plain = text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;
  return domainName(plain.slice(plain.lastIndexOf('@') + 1).replace(/\.$/, ''));
}
