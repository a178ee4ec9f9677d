/** A domain's explanation of a failure: the product never shows it. */

import type { Resolve } from '../../dns/answer.ts';
import type { SpfOutcome } from './check.ts';
import { SpfLookUps } from './look-ups.ts';
import {
  expand,
  type MacroString,
  macroValues,
  nameOfClient,
  parseMacroString,
  targetName,
} from './macro.ts';

const EXPLANATION_TEXT = /[\x20-\x24\x26-\x7e]+/y;

/** RFC 7208 section 6.2 explain-string. @returns undefined if the text is invalid */
export function parseExplanation(text: string): MacroString | undefined {
  return parseMacroString(text, EXPLANATION_TEXT);
}

/** RFC 7208 section 6.2: after any error the failure has no explanation. @param address the client's */
export async function explanationOf(
  { explanation }: SpfOutcome,
  address: string,
  resolve: Resolve,
): Promise<string | undefined> {
  if (explanation === undefined) return;
  const { target, sender, domain } = explanation;
  const names = await new SpfLookUps(resolve, sender.ip).namesOfMacro();
  const values = macroValues(sender, domain, nameOfClient(names, domain));
  const name = targetName(target, values);
  const answer = name === undefined ? undefined : await resolve(name, 'TXT');
  if (answer?.kind !== 'records' || answer.records.length !== 1) return;
  const text = parseExplanation(answer.records.join(''));
  const more = { c: address.toLowerCase(), r: 'receiver.example', t: '0' };
  return text && expand(text, { ...values, ...more });
}
