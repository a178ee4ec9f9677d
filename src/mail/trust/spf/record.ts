/** SPF records: the grammar of RFC 7208 section 12, parsed as a whole before the evaluation (section 4.6). */

import { parsedOnce } from '../../dns/cache.ts';
import { isMacroString, type MacroString, parseDomainSpec } from './macro.ts';
import { type Network, parseIp } from './networks.ts';

/** The result of a matching mechanism. */
export type Qualifier = 'pass' | 'fail' | 'softfail' | 'neutral';

export type Mechanism = { result: Qualifier } & (
  | { kind: 'all' }
  | { kind: 'include' | 'exists'; target: MacroString }
  /** Without a target: the domain of the record itself. */
  | { kind: 'a' | 'mx'; target: MacroString | undefined; prefix4: number; prefix6: number }
  | { kind: 'ptr'; target: MacroString | undefined }
  | { kind: 'ip'; network: Network }
);

export type SpfRecord = {
  mechanisms: readonly Mechanism[];
  /** The domain whose record applies if no mechanism matches. */
  redirect: MacroString | undefined;
};

const VERSION = /^v=spf1(?= |$)/i;
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  '': 'pass',
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};
const MODIFIER = /^([a-z][a-z\d\-_.]*)=(.*)$/is;
const DIRECTIVE = /^([+\-?~]?)([a-z\d]+)(?:(?=[:/])(.*))?$/is;
/** Domain-spec and both prefix lengths, each of which may be absent; a domain-spec may have slashes too. */
const TARGET = /^(?::(.+?))?(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/s;
const NETWORK = /^:([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;

/** The SPF record among the TXT records of a name (RFC 7208 section 4.5). */
export const spfRecordAmong = parsedOnce(
  (texts: readonly string[]): SpfRecord | 'none' | 'permerror' => {
    const [text, another] = texts.filter((candidate) => VERSION.test(candidate));
    if (text === undefined) return 'none';
    return (another === undefined ? parseSpfRecord(text) : undefined) ?? 'permerror';
  },
  // A mechanism of seven characters takes 280 octets.
  (texts) => texts.reduce((sum, { length }) => sum + length, 0),
);

/** @returns undefined if any term is invalid: that is a permerror (RFC 7208 section 4.6) */
export function parseSpfRecord(text: string): SpfRecord | undefined {
  const mechanisms: Mechanism[] = [];
  // `exp` is only parsed: the explanation of a failure is a stranger's text, and never shown.
  const modifiers = new Map<string, MacroString>();
  for (const term of text.replace(VERSION, '').split(' ')) {
    if (term === '') continue;
    const [, name = '', value = ''] = MODIFIER.exec(term) ?? [];
    const key = name.toLowerCase();
    if (key === 'redirect' || key === 'exp') {
      const target = parseDomainSpec(value);
      // RFC 7208 section 6: each of them must not appear twice.
      if (target === undefined || modifiers.has(key)) return;
      modifiers.set(key, target);
    } else if (name !== '') {
      // RFC 7208 section 6: unknown modifiers are ignored, but their syntax counts.
      if (!isMacroString(value)) return;
    } else {
      const mechanism = parseMechanism(term);
      if (mechanism === undefined) return;
      mechanisms.push(mechanism);
    }
  }
  return { mechanisms, redirect: modifiers.get('redirect') };
}

function parseMechanism(term: string): Mechanism | undefined {
  const [, sign = '', name = '', rest = ''] = DIRECTIVE.exec(term) ?? [];
  const result = QUALIFIERS[sign];
  if (result === undefined) return;
  const kind = name.toLowerCase();
  switch (kind) {
    case 'all':
      return rest === '' ? { kind, result } : undefined;
    case 'include':
    case 'exists':
    case 'ptr': {
      if (kind === 'ptr' && rest === '') return { kind, result, target: undefined };
      const target = rest.startsWith(':') ? parseDomainSpec(rest.slice(1)) : undefined;
      return target && { kind, result, target };
    }
    case 'a':
    case 'mx':
      return parseHosts(kind, result, rest);
    case 'ip4':
    case 'ip6':
      return parseNetwork(kind === 'ip4' ? 4 : 16, result, rest);
    default:
      return undefined;
  }
}

function parseHosts(kind: 'a' | 'mx', result: Qualifier, rest: string): Mechanism | undefined {
  const found = TARGET.exec(rest);
  if (found === null) return;
  const [, spec, four = '32', six = '128'] = found;
  const target = spec === undefined ? undefined : parseDomainSpec(spec);
  const [prefix4, prefix6] = [Number(four), Number(six)];
  if ((spec !== undefined && target === undefined) || prefix4 > 32 || prefix6 > 128) return;
  return { kind, result, target, prefix4, prefix6 };
}

function parseNetwork(octets: 4 | 16, result: Qualifier, rest: string): Mechanism | undefined {
  const [, text = '', length] = NETWORK.exec(rest) ?? [];
  const address = parseIp(text);
  const prefix = length === undefined ? octets * 8 : Number(length);
  if (address?.length !== octets || prefix > octets * 8) return;
  return { kind: 'ip', result, network: { address, prefix } };
}
