/** Our own policy for servers that send to us (MTA-STS), as they fetch it: through the name, its certificate and the web server. */

import { fetchPolicy, type PolicyFault } from '#mail/smtp/send/tls/fetch-policy.ts';
import { isAmong, readPolicy } from '#mail/smtp/send/tls/sts-policy.ts';
import { ownPolicy } from '../../net/own-policy.ts';
import { type Finding, findings } from './finding.ts';
import { addressesOf, type Installation } from './surroundings.ts';

const FAULTS: Record<PolicyFault, [text: string, mend: string]> = {
  fetch: [
    'not served over HTTPS',
    'Have the web server pass the name on to HTTP_PORT (docs/self-hosting.md), or take its records out.',
  ],
  webpki: [
    'its certificate is not one for the name',
    'Have certbot add the name to the certificate (docs/self-hosting.md), or take its records out.',
  ],
  grammar: ['what is served is no policy', 'Have the web server pass the name on to HTTP_PORT.'],
};

/** Nothing where we offer no TLS; a name without an address is told with the records. */
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
  // Servers that believe it send us nothing.
  if (served.mode === 'enforce' && !isAmong(served, config.mailHost)) {
    return wrong(`it does not name ${config.mailHost}`, FAULTS.grammar[1]);
  }
  const isOurs = JSON.stringify(served) === JSON.stringify(own);
  return isOurs ? ok(`served, ${served.mode}`) : warning('it is not ours', FAULTS.grammar[1]);
}
