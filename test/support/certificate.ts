/** Certificates, self-signed or issued by an authority of a test, made again for each test run: no key is ever committed. */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { RecordData } from '#mail/dns/answer.ts';

export type Certificate = { key: string; cert: string };

/** DER (X.690): tag, length, content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 128) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([Buffer.of(tag, 0x82), length, body]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const oid = (...octets: number[]) => der(0x06, Buffer.from(octets));
const utcTime = (year: string) => der(0x17, Buffer.from(`${year}0101000000Z`));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const SHA256_WITH_RSA = sequence(
  oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
  der(0x05),
);
const ED25519 = sequence(oid(0x2b, 0x65, 0x70));
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);

const nameOf = (commonName: string) =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))));

const extension = (id: Buffer, value: Buffer) => sequence(id, der(0x04, value));

export type CertificateOptions = {
  /** DNS names of subjectAltName; empty: none. */
  names?: readonly string[];
  commonName?: string;
  /** Absent: self-signed. */
  issuer?: Certificate;
  /** Whether it may issue others. */
  isAuthority?: boolean;
  /** The year in whose first second it ends, in two digits. */
  until?: string;
  /** Absent: a new one. PEM. */
  key?: string;
  /** Ed25519 in place of P-256: its signatures have all the same length. */
  isEdwards?: boolean;
};

/** RFC 5280 section 4.1, version 3. */
export function issueCertificate(options: CertificateOptions): Certificate {
  const { names = [], issuer, isAuthority = false, until = '49' } = options;
  const commonName = options.commonName ?? names[0] ?? 'test';
  const privateKey = options.key === undefined ? newKey(options) : createPrivateKey(options.key);
  const publicKey = createPublicKey(privateKey);
  const signingKey = issuer === undefined ? privateKey : createPrivateKey(issuer.key);
  const isEdwards = signingKey.asymmetricKeyType === 'ed25519';
  const isRsa = signingKey.asymmetricKeyType === 'rsa';
  const algorithm = isEdwards ? ED25519 : isRsa ? SHA256_WITH_RSA : ECDSA_WITH_SHA256;
  const issuerName = issuer === undefined ? commonName : commonNameOf(issuer);
  const dnsNames = names.map((name) => der(0x82, Buffer.from(name)));
  const extensions = [
    ...(names.length > 0 ? [extension(SUBJECT_ALT_NAME, sequence(...dnsNames))] : []),
    ...(isAuthority ? [extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.of(0xff))))] : []),
  ];
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    nameOf(issuerName),
    sequence(utcTime('20'), utcTime(until)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = sign(isEdwards ? null : 'sha256', toBeSigned, signingKey);
  const certificate = sequence(toBeSigned, algorithm, der(0x03, Buffer.of(0), signature));
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  };
}

const newKey = ({ isEdwards = false }: CertificateOptions) =>
  isEdwards
    ? generateKeyPairSync('ed25519').privateKey
    : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const commonNameOf = ({ cert }: Certificate) =>
  new X509Certificate(cert).subject.replace(/^CN=/, '');

/** It is its own authority. @param name its DNS name @param until the year in whose first second it ends, in two digits */
export const selfSignedCertificate = (name: string, until = '49'): Certificate =>
  issueCertificate({ names: [name], until });

/** A server with a certificate sends these after it. */
export const withChain = (own: Certificate, ...issuers: Certificate[]): Certificate => ({
  key: own.key,
  cert: [own, ...issuers].map(({ cert }) => cert).join(''),
});

/**
 * The TLSA record of a certificate (RFC 6698 section 2), independent of the code under test.
 * @param numbers usage, selector and matching, such as `3 1 1`
 */
export function tlsa(numbers: string, { cert }: Pick<Certificate, 'cert'>): RecordData['TLSA'] {
  const [usage = 0, selector = 0, matching = 0] = numbers.split(' ').map(Number);
  const { raw, publicKey } = new X509Certificate(cert);
  const octets = selector === 0 ? raw : publicKey.export({ type: 'spki', format: 'der' });
  const digest = { 1: 'sha256', 2: 'sha512' }[matching];
  const data = digest === undefined ? octets : createHash(digest).update(octets).digest();
  return { usage, selector, matching, data };
}
