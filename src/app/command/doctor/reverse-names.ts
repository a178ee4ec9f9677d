/** Reverse names (PTR) of the addresses that mail leaves from: large providers reject mail from hosts without. */

import { parseIp, reverseName } from '#mail/trust/spf/networks.ts';
import { shown } from '../dns/zone-lines.ts';
import { type Finding, findings } from './finding.ts';
import { addressesOf, type Installation } from './surroundings.ts';

/** Nothing if a relay sends: then the relay's names count. */
export async function examineReverseNames(around: Installation): Promise<Finding[]> {
  const { config, resolve } = around;
  if (config.nextHop.kind !== 'mx') return [];
  const { outgoingAddresses: chosen } = config;
  const addresses = chosen.length > 0 ? chosen : await addressesOf(config.mailHost, resolve);
  return Promise.all(addresses.map((address) => examine(address, around)));
}

async function examine(address: string, { config, resolve }: Installation): Promise<Finding> {
  const { ok, warning, wrong } = findings(`PTR of ${address}`);
  const ip = parseIp(address);
  if (ip === undefined) return wrong('no address', 'Correct it in the DNS.');
  const answer = await resolve(reverseName(ip), 'PTR');
  if (answer.kind === 'trouble') {
    return warning('DNS not responding', 'Try again, or set DNS_SERVERS to servers that answer.');
  }
  const names = answer.kind === 'records' ? answer.records : [];
  if (names.includes(config.mailHost)) return ok(config.mailHost);
  const fix = `Have your provider set it to ${config.mailHost}`;
  if (names.length === 0) {
    const other = 'or set OUTGOING_ADDRESS to the IPv4 address, so that mail leaves only from that';
    return wrong('missing', ip.length === 4 ? `${fix}.` : `${fix}, ${other}.`);
  }
  // Most servers accept any name that resolves back (RFC 8601 section 2.7.3 calls it iprev).
  const back = await Promise.all(names.slice(0, 4).map((name) => addressesOf(name, resolve)));
  const leadsBack = back.flat().some((found) => found === address);
  const text = shown(names.join(', '));
  return leadsBack
    ? warning(
        `${text}, and not ${config.mailHost}`,
        `${fix}: some providers require the name in the greeting.`,
      )
    : wrong(`${text}, which does not resolve back to the address`, `${fix}.`);
}
