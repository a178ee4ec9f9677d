/** Parameters of a query, each once and in UTF-8: for calls that a browser opens directly, from any author's link. */

import type { Context } from 'hono';
import { targetOf } from '../../target.ts';
import type { Fields } from './fields.ts';
import { invalid } from './refused.ts';

/** @returns the named ones that are present; others are ignored @throws AuthRefused for a repeated or non-UTF-8 one */
export function readQuery(c: Context, names: readonly string[]): Fields {
  const fields: Fields = {};
  for (const pair of targetOf(c.req.url).query.split('&')) {
    const cut = pair.indexOf('=');
    const name = names.find((one) => one === decoded(cut === -1 ? pair : pair.slice(0, cut)));
    if (name === undefined) continue;
    const value = decoded(cut === -1 ? '' : pair.slice(cut + 1));
    if (value === undefined) throw invalid(`${name} is not encoded as UTF-8.`);
    if (Object.hasOwn(fields, name)) throw invalid(`${name} must be there once.`);
    fields[name] = value;
  }
  return fields;
}

/** https://url.spec.whatwg.org/#concept-urlencoded-parser, but strict. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
