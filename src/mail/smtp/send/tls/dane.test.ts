/** All else of DANE: src/mail/smtp/send/route/dane.test.ts and test/peers/openssl-dane.test.ts. */

import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { issueCertificate, tlsa } from '#support/certificate.ts';
import { daneFault } from './dane.ts';

test('an RSA key with a large exponent, which takes long to verify, proves nothing', () => {
  const faultWith = (publicExponent: number, numbers: string) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, key });
    const leaf = issueCertificate({ names: ['a.test'], issuer });
    const sent = [leaf, issuer].map(({ cert }) => new X509Certificate(cert));
    return daneFault(sent, [tlsa(numbers, issuer)], ['a.test'], Date.now());
  };
  // The digest of a certificate, and a whole key.
  for (const numbers of ['2 0 1', '2 1 0']) {
    assert.equal(faultWith(65_537, numbers), undefined);
    assert.equal(faultWith(65_539, numbers), 'tlsa-mismatch');
  }
});
