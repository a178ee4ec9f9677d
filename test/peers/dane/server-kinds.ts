/** The mail servers of the set-ups: certificates of all kinds, and answers to STARTTLS. Each has its own address. */

import { type Certificate, issueCertificate, withChain } from '#support/certificate.ts';
import { type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';

const STARTTLS = [...USUAL_EXTENSIONS, 'STARTTLS'];

export const ZONES = ['signed.test', 'unsigned.test'] as const;
/** Servers are below `mx.` of a zone, and domains in the zone itself. */
const OF_SERVERS = ZONES.map((zone) => `*.mx.${zone}`);

const root = issueCertificate({ commonName: 'Root', isAuthority: true });
const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, issuer: root });
const good = issueCertificate({ names: OF_SERVERS, issuer });
const expired = issueCertificate({ names: OF_SERVERS, issuer, until: '21' });
const otherName = issueCertificate({ names: ['z.test'], issuer });
const ofDomain = issueCertificate({ names: ZONES.map((zone) => `*.${zone}`), issuer });
const commonName = issueCertificate({ commonName: '*.mx.signed.test', issuer });
const selfSigned = issueCertificate({ names: OF_SERVERS });

export type ServerKind = {
  name: string;
  /** Its certificates, its own first. */
  chain: readonly Certificate[];
  options: FakeHopOptions;
};

const kind = (name: string, chain: Certificate[], options: FakeHopOptions = {}): ServerKind => {
  const [own = good, ...rest] = chain;
  const certificate = withChain(own, ...rest);
  return { name, chain, options: { extensions: STARTTLS, certificate, ...options } };
};

export const KINDS: readonly ServerKind[] = [
  kind('whole chain', [good, issuer, root]),
  kind('chain without root', [good, issuer]),
  kind('chain in another order', [good, root, issuer]),
  kind('leaf alone', [good]),
  kind('expired', [expired, issuer]),
  kind('other name', [otherName, issuer]),
  kind('name of the domain', [ofDomain, issuer]),
  kind('common name alone', [commonName, issuer]),
  kind('self-signed', [selfSigned]),
  kind('no STARTTLS', [good, issuer], { extensions: USUAL_EXTENSIONS }),
  kind('454', [good, issuer], { script: { STARTTLS: '454 4.7.0 later' } }),
  kind('broken handshake', [good, issuer], { script: { STARTTLS: { last: '220 go' } } }),
];

export const AUTHORITIES = [root, issuer];

/** In a documentation network, which does not count as private (RFC 5737). */
export const addressOf = (place: number) => `203.0.113.${place + 1}`;
