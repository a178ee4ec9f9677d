import { asksTlsa, isValidated } from '../../net/dane.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

/** Whether servers of real mailboxes are verified by their TLSA records. Nothing if no mail goes to them. */
export async function examineDane({ config, resolve }: Installation): Promise<Finding[]> {
  if (config.nextHop.kind !== 'mx') return [];
  const { ok, warning } = findings('DANE');
  if (config.wayOut.dane === 'off') return [ok('not in use: DANE=off')];
  const fix = 'Install unbound on this machine, and set DNS_SERVERS=127.0.0.1.';
  if (!asksTlsa(config)) {
    return [warning('not in use: some DNS_SERVERS are remote', fix)];
  }
  const validated = await isValidated(resolve);
  if (validated === undefined) return [warning('DNS not responding')];
  return validated
    ? [ok('in use: DNSSEC is validated on this machine')]
    : [warning('not in use: the resolver on this machine does not validate DNSSEC', fix)];
}
