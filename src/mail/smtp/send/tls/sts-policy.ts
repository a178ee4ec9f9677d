/**
 * RFC 8461 section 3: the TXT record that announces a domain's policy, and its policy file, from the domain's web server.
 * All sources are untrusted: a malformed file is not a policy.
 */

import type { Clock } from '#time/clock.ts';

export type StsPolicy = {
  mode: 'enforce' | 'testing' | 'none';
  /** Patterns of the servers' names, lower case. */
  mx: readonly string[];
  /** Seconds. */
  maxAge: number;
};

/** Section 3.2: at most a year. */
const LONGEST_S = 31_557_600;
const MOST_PATTERNS = 100;
/** Octets of all patterns together, as they are stored. */
const PATTERN_OCTETS = 8000;

const FIELD =
  /^([A-Za-z\d][\w.-]{0,31}):[ \t]*([!-~\x80-\u{10ffff}](?:[ -~\x80-\u{10ffff}]*[!-~\x80-\u{10ffff}])?)[ \t]*$/u;
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const PATTERN = new RegExp(`^(?=.{1,253}$)(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);
/** The last label of a name is not a number: that would be an address. */
const ADDRESS = /(?:^|\.)\d+$/;

/** @returns undefined if it is not a policy */
export function readPolicy(text: string): StsPolicy | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const [, key = '', value = ''] = FIELD.exec(line) ?? [];
    if (key === '') return undefined;
    const before = values.get(key);
    if (before === undefined) values.set(key, [value]);
    else before.push(value);
  }
  // Section 3.2: the first of several equal fields counts, except for mx.
  const first = (key: string) => values.get(key)?.[0] ?? '';
  const mode = (['enforce', 'testing', 'none'] as const).find((one) => one === first('mode'));
  if (first('version') !== 'STSv1' || mode === undefined) return undefined;
  const maxAge = /^\d{1,10}$/.test(first('max_age')) ? Number(first('max_age')) : Infinity;
  const mx = [...new Set((values.get('mx') ?? []).map((pattern) => pattern.toLowerCase()))];
  const usable = mx.every((pattern) => PATTERN.test(pattern) && !ADDRESS.test(pattern));
  if (maxAge > LONGEST_S || !usable || (mode !== 'none' && mx.length === 0)) return undefined;
  if (mx.length > MOST_PATTERNS || mx.join(' ').length > PATTERN_OCTETS) return undefined;
  return { mode, mx, maxAge };
}

/** Section 4.1: whether a server is in the policy. @param name lower case, without a final dot */
export function isAmong({ mx }: Pick<StsPolicy, 'mx'>, name: string): boolean {
  // A `*` matches one whole label.
  const parent = name.slice(name.indexOf('.') + 1);
  return mx.includes(name) || (parent !== name && mx.includes(`*.${parent}`));
}

const IS_RECORD = /^v=STSv1[ \t]*;/;
/** It never begins within a run of blanks: a search at each of them would take quadratic time. */
const DELIMITER = /(?<![ \t])[ \t]*;[ \t]*/;
const ID = /^id=([A-Za-z\d]{1,32})$/;
const EXTENSION = /^[A-Za-z\d][\w.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+$/;

/**
 * RFC 8461 section 3.1: the policy's id in the TXT record at `_mta-sts` of a domain; undefined: the domain has none.
 * @param texts the texts of all TXT records at the name
 */
export function stsId(texts: readonly string[]): string | undefined {
  const [text, ...others] = texts.filter((one) => IS_RECORD.test(one));
  if (text === undefined || others.length > 0) return undefined;
  const fields = text.split(DELIMITER).slice(1);
  // A delimiter may follow the last field.
  if (fields.at(-1) === '') fields.pop();
  if (
    !fields.every((field) => ID.test(field) || (EXTENSION.test(field) && !field.startsWith('id=')))
  ) {
    return undefined;
  }
  return fields.flatMap((field) => ID.exec(field)?.[1] ?? [])[0];
}

/** Like `fetch`; it does not follow redirects, verifies the certificate, and never connects to private addresses. */
export type PolicyFetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>;

/** For the whole fetch, in milliseconds: a sender waits for it. Section 3.3 suggests a minute. */
const FETCH_MS = 10_000;
const FILE_OCTETS = 65_536;

/** Why there is no policy: the web server did not return one, its certificate is invalid (WebPKI), or the file is malformed. */
export type PolicyFault = 'fetch' | 'webpki' | 'grammar';

/** RFC 8461 section 3.3. @returns the policy, or why there is none. Never rejects, and takes at most 10 s */
export async function fetchPolicy(
  domain: string,
  fetch: PolicyFetch,
  clock: Clock,
): Promise<StsPolicy | PolicyFault> {
  const timeout = new AbortController();
  const late = Promise.withResolvers<PolicyFault>();
  const cancel = clock.after(FETCH_MS, () => {
    timeout.abort();
    late.resolve('fetch');
  });
  try {
    return await Promise.race([readFrom(domain, fetch, timeout.signal), late.promise]);
  } finally {
    cancel();
    // A response that is not read to its end keeps its connection open.
    timeout.abort();
  }
}

async function readFrom(
  domain: string,
  fetch: PolicyFetch,
  signal: AbortSignal,
): Promise<StsPolicy | PolicyFault> {
  try {
    const address = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
    const { status, headers, body } = await fetch(address, { signal });
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (status !== 200 || type.trim().toLowerCase() !== 'text/plain' || body === null) {
      return 'fetch';
    }
    const chunks: Uint8Array[] = [];
    let octets = 0;
    for await (const chunk of body) {
      octets += chunk.length;
      if (octets > FILE_OCTETS) return 'grammar';
      chunks.push(chunk);
    }
    return (
      readPolicy(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) ??
      'grammar'
    );
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): PolicyFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Octets that are not UTF-8.
  if (code.startsWith('ERR_ENCODING')) return 'grammar';
  // Codes of OpenSSL's verification and of Node's own name check.
  return /CERT|UNABLE_TO_VERIFY/.test(code) ? 'webpki' : 'fetch';
}
