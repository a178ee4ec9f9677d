import type { X509Certificate } from 'node:crypto';

/**
 * Whether a certificate is for a name: RFC 8461 section 4.1 and RFC 7672 section 3.2.3. Only its subjectAltName counts, and a
 * `*` matches one whole label.
 */
export function isFor(certificate: X509Certificate, name: string): boolean {
  const rules = { subject: 'never', wildcards: true, partialWildcards: false } as const;
  return certificate.checkHost(name, rules) !== undefined;
}
