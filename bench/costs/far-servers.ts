/** The far side of the way out in a process of its own: a DNS of 2,000 mailbox domains, and their one mail server. */

import { DnsServer } from '#support/dns-server.ts';
import type { ServedName } from '#support/dns-message.ts';
import { issueCertificate } from '#support/certificate.ts';
import { tlsa } from '#support/tlsa-records.ts';
import { Sink } from '../load/sink.ts';

export const DOMAINS = 2000;

/** As this process tells it. `ca`: of the mail server's certificate, PEM. */
export type FarServers = { dns: number; smtp: number; ca: string };

const authority = issueCertificate({ commonName: 'Authority', isAuthority: true });
const names = ['plain', 'policy', 'dane'].map((kind) => `mx.${kind}.test`);
const certificate = issueCertificate({ names, issuer: authority });
const { usage, selector, matching, data } = tlsa('3 1 1', certificate);
const zones: Record<string, ServedName> = {
  'mx.plain.test': { A: ['192.0.2.1'] },
  'mx.policy.test': { A: ['192.0.2.1'] },
  'mx.dane.test': { A: ['192.0.2.1'], authentic: true },
  '_25._tcp.mx.dane.test': {
    TLSA: [`0${usage}0${selector}0${matching}${data.toString('hex')}`],
    authentic: true,
  },
};
for (let i = 0; i < DOMAINS; i += 1) {
  for (const kind of ['plain', 'policy', 'dane']) {
    zones[`d${i}.${kind}.test`] = { MX: [[10, `mx.${kind}.test`]], ttl: 86_400 };
  }
  zones[`_mta-sts.d${i}.policy.test`] = { TXT: ['v=STSv1; id=one;'], ttl: 86_400 };
}
for (const zone of Object.values(zones)) zone.ttl = 86_400;

const dns = await DnsServer.start(zones, { minimum: 86_400 });
const sink = await Sink.start({ certificate });
const told: FarServers = { dns: dns.port, smtp: sink.port, ca: authority.cert };
process.send?.(told);
process.once('disconnect', () => process.exit());
