/** OpenSSL as a reference for TLSA records and chains: on chosen and random set-ups it must decide as we do. */

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:tls';
import { test } from 'node:test';
import { issueCertificate, tlsa, withChain } from '#support/certificate.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { daneFault } from '#mail/smtp/send/tls/dane.ts';
import { usableRecords } from '#mail/smtp/send/tls/tlsa.ts';
import { run } from './program.ts';

const SETUPS = 150;
const root = issueCertificate({ commonName: 'Root', isAuthority: true });
const issuer = issueCertificate({ commonName: 'Issuer', isAuthority: true, issuer: root });
const leaf = issueCertificate({ names: ['a.test'], issuer });
const expired = issueCertificate({ names: ['a.test'], issuer, until: '21' });
const otherName = issueCertificate({ names: ['z.test'], issuer });
const alone = issueCertificate({ names: ['a.test'] });
const CHAINS = [
  withChain(leaf, issuer),
  withChain(leaf, issuer, root),
  withChain(leaf, root, issuer),
  leaf,
  withChain(expired, issuer),
  withChain(otherName, issuer),
  alone,
];
const OF = [root, issuer, leaf, expired, otherName, alone];

test('OpenSSL and we decide alike on random records and chains', async (t) => {
  const random = seededRandom(41);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] ?? assert.fail('nothing to choose from');
  const servers = await Promise.all(
    CHAINS.map(async (certificate) => {
      const server = createServer(certificate, (socket) => socket.on('error', () => {}).end());
      server.on('tlsClientError', () => {});
      t.after(() => server.close());
      const pems = certificate.cert.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? [];
      const sent = pems.map((pem) => new X509Certificate(pem));
      return { port: await listenOnLoopback(server), sent };
    }),
  );
  let trusted = 0;
  for (let i = 0; i < SETUPS; i++) {
    const { port, sent } = pick(servers);
    const records = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      tlsa(`${pick([2, 3])} ${pick([0, 1])} ${pick([0, 1, 2])}`, pick(OF)),
    );
    const data = records.flatMap(({ usage, selector, matching, data: octets }) => [
      '-dane_tlsa_rrdata',
      `${usage} ${selector} ${matching} ${octets.toString('hex')}`,
    ]);
    const { output } = await run('openssl', [
      's_client',
      '-connect',
      `127.0.0.1:${port}`,
      '-dane_ee_no_namechecks',
      '-dane_tlsa_domain',
      'a.test',
      ...data,
    ]);
    const theirs = /Verify return code: 0 /.test(output);
    const ours = daneFault(sent, usableRecords(records), ['a.test'], Date.now()) === undefined;
    trusted += Number(ours);
    assert.equal(ours, theirs, `${data.join(' ')}\n${output.slice(-1500)}`);
  }
  assert.ok(trusted > 20 && trusted < SETUPS - 20, `${trusted}`);
});
