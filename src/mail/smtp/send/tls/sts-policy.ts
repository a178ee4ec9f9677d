/** RFC 8461 section 3.2: the policy file of a domain. The source is untrusted: a malformed file is not a policy. */

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
    values.set(key, [...(values.get(key) ?? []), value]);
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
