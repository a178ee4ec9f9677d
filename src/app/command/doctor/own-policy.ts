/**
 * Our own policy for servers that send to us (MTA-STS), fetched as they do: by its name, certificate and web server.
 */

import {
  fetchPolicy,
  isAmong,
  type PolicyFault,
  readPolicy,
} from '#mail/smtp/send/tls/sts-policy.ts';
import { ownPolicy } from '../../net/own-policy.ts';
import { type Finding, findings } from './finding.ts';
import { addressesOf, type Installation } from './surroundings.ts';

const FAULTS: Record<PolicyFault, [text: string, fix: string]> = {
  fetch: [
    'not served over HTTPS',
    'Have the web server proxy the name to HTTP_PORT (docs/self-hosting.md), or remove its records.',
  ],
  webpki: [
    'its certificate is not valid for the name',
    'Have certbot add the name to the certificate (docs/self-hosting.md), or remove its records.',
  ],
  grammar: ['the response is not a policy', 'Have the web server proxy the name to HTTP_PORT.'],
};

/** Nothing if we do not offer TLS; a name without an address is reported with the records. */
export async function examineOwnPolicy(around: Installation): Promise<Finding[]> {
  const own = ownPolicy(around.config);
  const found = (own?.domains ?? []).map(async (domain) => {
    const name = `mta-sts.${domain}`;
    if ((await addressesOf(name, around.resolve)).length === 0) return [];
    return [await examine(domain, readPolicy(own?.text ?? ''), around)];
  });
  return (await Promise.all(found)).flat();
}

async function examine(
  domain: string,
  own: ReturnType<typeof readPolicy>,
  { config, fetch, clock }: Installation,
): Promise<Finding> {
  const { ok, warning, wrong } = findings(`policy at mta-sts.${domain}`);
  const served = await fetchPolicy(domain, fetch, clock);
  if (typeof served !== 'object') return warning(...FAULTS[served]);
  // Servers that enforce it send us nothing.
  if (served.mode === 'enforce' && !isAmong(served, config.mailHost)) {
    return wrong(`it does not name ${config.mailHost}`, FAULTS.grammar[1]);
  }
  const isOurs = JSON.stringify(served) === JSON.stringify(own);
  return isOurs ? ok(`served, ${served.mode}`) : warning('it is not ours', FAULTS.grammar[1]);
}
