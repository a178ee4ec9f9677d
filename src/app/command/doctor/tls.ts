/** TLS between mail servers: our certificate for STARTTLS, our own policy (MTA-STS), and whether DANE is in use. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  fetchPolicy,
  isAmong,
  type PolicyFault,
  readPolicy,
} from '#mail/smtp/send/tls/sts-policy.ts';
import { errorCode } from '../../config/fault.ts';
import { asksTlsa, isValidated } from '../../net/dane.ts';
import { ownPolicy } from '../../net/own-policy.ts';
import { addressesOf } from '../../net/addresses-of.ts';
import { type Finding, type Findings, findings, type Installation } from './examination.ts';

const DAY_MS = 86_400_000;
/** certbot renews 30 days before the end: with fewer days left it has failed for two weeks. */
const FEW_DAYS = 15;

/** Its names, its dates and its key. */
export function examineCertificate({ config, clock }: Installation): Findings {
  const { tls, mailHost } = config;
  const { ok, warning, wrong } = findings('certificate');
  if (tls === undefined) {
    const fix = 'Set TLS_CERT and TLS_KEY (docs/self-hosting.md).';
    return warning('none: inbound mail is not encrypted', fix);
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(readFileSync(tls.certPath));
    const key = createPrivateKey(readFileSync(tls.keyPath));
    if (!certificate.checkPrivateKey(key)) {
      return wrong('TLS_KEY is not the key of TLS_CERT', 'Set both to files of the same renewal.');
    }
  } catch (error) {
    const text = `cannot read the files (${errorCode(error) || 'not PEM'})`;
    return wrong(text, 'Check TLS_CERT and TLS_KEY, and who owns the files.');
  }
  const days = Math.floor((certificate.validToDate.getTime() - clock.date()) / DAY_MS);
  const renew = 'Renew it: certbot renew --dry-run shows what fails.';
  const life = 'certificate expiry';
  return [
    certificate.checkHost(mailHost) === undefined
      ? wrong(`it is not valid for ${mailHost}`, `Request one for ${mailHost}.`)
      : ok(`it is valid for ${mailHost}`),
    days < 0
      ? findings(life).wrong(`expired ${-days} days ago`, renew)
      : days < FEW_DAYS
        ? findings(life).warning(`${days} days left`, renew)
        : findings(life).ok(`${days} days left`),
  ];
}

/** Of our policy, fetched as other servers do: by its name, certificate and web server. */
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
    return [await examinePolicy(domain, readPolicy(own?.text ?? ''), around)];
  });
  return (await Promise.all(found)).flat();
}

async function examinePolicy(
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

/** Whether servers of real mailboxes are verified by their TLSA records. Nothing if no mail goes to them. */
export async function examineDane({ config, resolve }: Installation): Promise<Findings> {
  if (config.nextHop.kind !== 'mx') return [];
  const { ok, warning } = findings('DANE');
  if (config.wayOut.dane === 'off') return ok('not in use: DANE=off');
  const fix = 'Install unbound on this machine, and set DNS_SERVERS=127.0.0.1.';
  if (!asksTlsa(config)) return warning('not in use: some DNS_SERVERS are remote', fix);
  const validated = await isValidated(resolve);
  if (validated === undefined) return warning('DNS not responding');
  return validated
    ? ok('in use: DNSSEC is validated on this machine')
    : warning('not in use: the resolver on this machine does not validate DNSSEC', fix);
}
