/** The certificate for STARTTLS: its names, its dates and its key. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../config/fault.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

const DAY_MS = 86_400_000;
/** certbot renews 30 days before the end: with fewer days left it has failed for two weeks. */
const FEW_DAYS = 15;

const { ok, warning, wrong } = findings('certificate');

export function examineCertificate({
  config,
  clock,
}: Pick<Installation, 'config' | 'clock'>): Finding[] {
  const { tls, mailHost } = config;
  if (tls === undefined) {
    return [
      warning(
        'none: inbound mail is not encrypted',
        'Set TLS_CERT and TLS_KEY (docs/self-hosting.md).',
      ),
    ];
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(readFileSync(tls.certPath));
    const key = createPrivateKey(readFileSync(tls.keyPath));
    if (!certificate.checkPrivateKey(key)) {
      return [
        wrong('TLS_KEY is not the key of TLS_CERT', 'Set both to files of the same renewal.'),
      ];
    }
  } catch (error) {
    const reason = errorCode(error) || 'not PEM';
    return [
      wrong(
        `cannot read the files (${reason})`,
        'Check TLS_CERT and TLS_KEY, and who owns the files.',
      ),
    ];
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
