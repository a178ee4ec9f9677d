/** The values of macros in one check (RFC 7208 section 7.3), and the names made of them. */

import { isWithin } from '../signature/domain-name.ts';
import { expand, type MacroString, type MacroValues } from './macro.ts';
import { type IpAddress, nibbles } from './networks.ts';

/** The sender under check. */
export type Sender = {
  ip: IpAddress;
  /** Local part of the sender; `postmaster` if it has none. */
  local: string;
  domain: string;
  helo: string;
};

/**
 * @param domain of the evaluated record
 * @param client the client's name, or `unknown`
 */
export function macroValues(sender: Sender, domain: string, client: string): MacroValues {
  const v4 = sender.ip.length === 4;
  const address = v4 ? sender.ip.join('.') : nibbles(sender.ip).join('.').toUpperCase();
  return {
    s: `${sender.local}@${sender.domain}`,
    l: sender.local,
    o: sender.domain,
    d: domain,
    i: address,
    p: client,
    v: v4 ? 'in-addr' : 'ip6',
    h: sender.helo,
  };
}

/** RFC 7208 section 7.3: the domain itself, else a name within it, else any. @param names in lower case */
export function nameOfClient(names: readonly string[], domain: string): string {
  const own = domain.toLowerCase();
  const within = names.find((name) => isWithin(name, own));
  return names.find((name) => name === own) ?? within ?? names[0] ?? 'unknown';
}

/** RFC 1035 section 2.3.4, as a text without its final dot. */
const NAME_OCTETS = 253;

/** RFC 7208 section 7.3. @returns undefined if the result cannot be a host name */
export function targetName(target: MacroString, values: MacroValues): string | undefined {
  const text = expand(target, values, NAME_OCTETS + 1).replace(/\.$/, '');
  // Labels on the left are dropped until at most 253 octets are left.
  const dot = text.length > NAME_OCTETS ? text.indexOf('.', text.length - NAME_OCTETS - 1) : -1;
  const name = text.slice(dot + 1);
  return isHostName(name) ? name : undefined;
}

/** RFC 7208 section 4.3 and RFC 1035 section 2.3.4: several labels, none of them empty or above 63 octets. */
export function isHostName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= NAME_OCTETS &&
    labels.length > 1 &&
    labels.every(({ length }) => length > 0 && length <= 63)
  );
}
