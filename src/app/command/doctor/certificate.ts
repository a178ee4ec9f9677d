/** The certificate for STARTTLS: its names, its days and its key. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../config/fault.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

const DAY_MS = 86_400_000;
/** certbot renews 30 days before the end: with fewer than these it has failed for two weeks. */
const FEW_DAYS = 15;

const { ok, warning, wrong } = findings('certificate');

export function examineCertificate({
  config,
  clock,
}: Pick<Installation, 'config' | 'clock'>): Finding[] {
  const { tls, mailHost } = config;
  if (tls === undefined) {
    return [
      warning('none: mail comes in in clear', 'Set TLS_CERT and TLS_KEY (docs/self-hosting.md).'),
    ];
  }
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(readFileSync(tls.certPath));
    const key = createPrivateKey(readFileSync(tls.keyPath));
    if (!certificate.checkPrivateKey(key)) {
      return [wrong('TLS_KEY is not the key of TLS_CERT', 'Name the two files of one renewal.')];
    }
  } catch (error) {
    const reason = errorCode(error) || 'no PEM';
    return [
      wrong(
        `the files cannot be read (${reason})`,
        'See TLS_CERT and TLS_KEY, and whose files they are.',
      ),
    ];
  }
  const days = Math.floor((certificate.validToDate.getTime() - clock.date()) / DAY_MS);
  const renew = 'Renew it: certbot renew --dry-run says what is in the way.';
  const life = 'life of the certificate';
  return [
    certificate.checkHost(mailHost) === undefined
      ? wrong(`it is not for ${mailHost}`, `Have one made for ${mailHost}.`)
      : ok(`it is for ${mailHost}`),
    days < 0
      ? findings(life).wrong(`ended ${-days} days ago`, renew)
      : days < FEW_DAYS
        ? findings(life).warning(`${days} days are left`, renew)
        : findings(life).ok(`${days} days are left`),
  ];
}
