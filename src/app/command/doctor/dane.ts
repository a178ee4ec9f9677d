import { asksTlsa, isValidated } from '../../net/dane.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

/** Whether servers of real mailboxes are held against their TLSA records. Nothing where no mail goes to them. */
export async function examineDane({ config, resolve }: Installation): Promise<Finding[]> {
  if (config.nextHop.kind !== 'mx') return [];
  const { ok, warning } = findings('DANE');
  if (config.wayOut.dane === 'off') return [ok('none: DANE is off')];
  const mend = 'Install unbound on this machine, and set DNS_SERVERS=127.0.0.1.';
  if (!asksTlsa(config)) {
    return [warning('not in use: not all DNS_SERVERS are on this machine', mend)];
  }
  const validated = await isValidated(resolve);
  if (validated === undefined) return [warning('the DNS does not answer')];
  return validated
    ? [ok('in use: the DNS is validated on this machine')]
    : [warning('not in use: the resolver on this machine does not validate the DNS', mend)];
}
