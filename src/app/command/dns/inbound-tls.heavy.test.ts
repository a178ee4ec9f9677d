import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { configOf } from '#app/config/reading.fixture.ts';
import { ownPolicy } from '#app/net/own-policy.ts';
import { type Certificate, selfSignedCertificate } from '#support/certificate.ts';
import { testDatabase } from '#support/database.ts';
import { publish, runDns } from '#support/veilpost-command.ts';
import { DnsServer } from '#support/dns-server.ts';
import { tempFolder } from '#support/temp-folder.ts';

const digest = ({ cert }: Pick<Certificate, 'cert'>) => {
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
};

/** An installation with a certificate, in a zone that is signed or not. */
async function installation(t: TestContext, signed: boolean) {
  const after = (cleanUp: () => void | Promise<void>) => t.after(cleanUp);
  const folder = tempFolder(after);
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const certify = ({ cert, key }: Certificate) => {
    writeFileSync(TLS_CERT, cert);
    writeFileSync(TLS_KEY, key);
    return digest({ cert });
  };
  const first = certify(selfSignedCertificate('mx.alias.test'));
  const server = await DnsServer.during(t, {
    'mx.alias.test': { A: ['192.0.2.10'], authentic: signed },
  });
  const read = configOf({
    ALIAS_DOMAINS: 'alias.test',
    NEXT_HOP: 'mx:',
    DATABASE_URL: await testDatabase(after),
    DNS_SERVERS: `127.0.0.1:${server.port}`,
    TLS_CERT,
    TLS_KEY,
  });
  const config = { ...read, newDatabase: true };
  return { config, server, certify, first, run: () => runDns(config) };
}

/** The lines of records for TLS, with the comments above them. */
const forTls = (out: string) =>
  out
    .split('\n')
    .filter((line, i, all) => [line, all[i - 1]].some((one) => one?.includes('for TLS')));

test('the records of our policy and for reports are printed, with whether the DNS has them', async (t) => {
  const { run, config, server } = await installation(t, false);
  const id = ownPolicy(config)?.id ?? '';
  // In a zone without signatures no key has a record.
  writeFileSync(`${config.tls?.keyPath}.next`, selfSignedCertificate('mx.alias.test').key);
  const { out } = await run();
  const missing = '; for TLS to us, missing';
  assert.deepEqual(forTls(out), [
    missing,
    `_mta-sts.alias.test. IN TXT "v=STSv1; id=${id};"`,
    missing,
    '; mta-sts.alias.test. IN A (and AAAA): the public address of the host',
    missing,
    '_smtp._tls.alias.test. IN TXT "v=TLSRPTv1; rua=mailto:postmaster@alias.test"',
    missing,
    `_mta-sts.b.alias.test. IN TXT "v=STSv1; id=${id};"`,
    missing,
    '; mta-sts.b.alias.test. IN A (and AAAA): the public address of the host',
    missing,
    '_smtp._tls.b.alias.test. IN TXT "v=TLSRPTv1; rua=mailto:postmaster@alias.test"',
  ]);
  publish(server, out.replaceAll(/^;.*\n/gm, ''));
  const there = await run();
  assert.equal(there.out.match(/^; for TLS to us, ok$/gm)?.length, 4);
  assert.deepEqual([there.code, there.error], [0, ''], 'those that are missing are not counted');
  server.names['_mta-sts.alias.test'] = { TXT: ['v=STSv1; id=old'] };
  assert.match((await run()).out, /^; for TLS to us, different, found: "v=STSv1; id=old"$/m);
});

test('in a signed zone there is a TLSA record for the certificate in use, the previous one and the next one', async (t) => {
  const { run, first, certify, config } = await installation(t, true);
  const records = async () =>
    (await run()).out.match(/^_25\._tcp\.mx\.alias\.test\. IN TLSA 3 1 1 [\da-f]{64}$/gm) ?? [];
  const line = (key: string) => `_25._tcp.mx.alias.test. IN TLSA 3 1 1 ${key}`;
  assert.deepEqual(await records(), [line(first)]);
  const second = certify(selfSignedCertificate('mx.alias.test'));
  assert.deepEqual(await records(), [line(second), line(first)]);
  assert.deepEqual(await records(), [line(second), line(first)]);
  // A key is enough: its certificate may come later.
  const next = selfSignedCertificate('mx.alias.test');
  writeFileSync(`${config.tls?.keyPath}.next`, next.key);
  const planned = digest(next);
  assert.deepEqual(await records(), [line(second), line(first), line(planned)]);
  assert.equal(certify(next), planned);
  assert.deepEqual(await records(), [line(planned), line(second)]);
  writeFileSync(`${config.tls?.keyPath}.next`, 'no key');
  const third = certify(selfSignedCertificate('mx.alias.test'));
  assert.deepEqual(await records(), [line(third), line(planned)]);
});

test('our policy names our server, starts in testing mode, and has a different id for each content', async (t) => {
  const { config } = await installation(t, false);
  const testing = ownPolicy(config);
  const text = 'version: STSv1\r\nmode: testing\r\nmx: mx.alias.test\r\nmax_age: 86400\r\n';
  assert.equal(testing?.text, text);
  assert.deepEqual(testing.domains, ['alias.test', 'b.alias.test']);
  const enforce = ownPolicy({ ...config, mtaStsIn: 'enforce' });
  assert.match(enforce?.text ?? '', /mode: enforce\r\n.*\r\nmax_age: 604800\r\n$/);
  assert.match(testing.id, /^[\da-f]{20}$/);
  assert.notEqual(enforce?.id, testing.id);
  assert.equal(ownPolicy({ ...config, tls: undefined }), undefined, 'without TLS there is none');
});
