import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Certificate } from './certificate.ts';
import { createLog } from '../observe/log.ts';

/** A certificate in files that a test can renew. */
function onDisk(t: TestContext) {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const files = { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') };
  const renew = (name: string) => {
    const { cert, key } = selfSignedCertificate(name);
    writeFileSync(files.certPath, cert);
    writeFileSync(files.keyPath, key);
  };
  renew('first.test');
  const lines: string[] = [];
  const clock = new FakeClock();
  const log = createLog({ write: (line) => lines.push(line) }, true);
  return { files, renew, lines, clock, certificate: new Certificate(files, clock, log) };
}

test('a certificate that was renewed on disk is in use ten seconds later', (t) => {
  const { renew, clock, certificate, lines } = onDisk(t);
  const first = certificate.current();
  renew('second-and-longer.test');
  assert.equal(certificate.current(), first);
  clock.advance(10_000);
  const second = certificate.current();
  assert.notEqual(second, first);
  clock.advance(10_000);
  assert.equal(certificate.current(), second, 'unchanged files are not read again');
  assert.equal(lines.length, 1);
});

test('while the new files cannot be used, or even checked, the current certificate stays in use, and one line names the reason', (t) => {
  const { files, renew, clock, certificate, lines } = onDisk(t);
  const first = certificate.current();
  writeFileSync(files.certPath, 'half a file');
  clock.advance(10_000);
  assert.equal(certificate.current(), first);
  assert.match(lines.splice(0).join(''), /keeping the current one.*not a certificate and its/);
  rmSync(files.certPath);
  // As with a folder that this user may not enter; permissions do not stop root.
  symlinkSync(files.certPath, files.certPath);
  clock.advance(10_000);
  assert.equal(certificate.current(), first);
  clock.advance(10_000);
  assert.equal(certificate.current(), first);
  assert.equal(lines.length, 1, lines.join(''));
  assert.match(
    lines.join(''),
    /keeping the current one.*TLS_CERT: cannot read \S+cert\.pem \(ELOOP\)/,
  );
  certificate.read();
  assert.equal(lines.length, 2, 'a reload says it again');
  rmSync(files.certPath);
  renew('third.test');
  clock.advance(10_000);
  assert.notEqual(certificate.current(), first);
});

test('files that become usable without a new modification time are read', (t) => {
  const { files, renew, clock, certificate } = onDisk(t);
  const first = certificate.current();
  renew('second.test');
  const { mtime } = statSync(files.keyPath);
  const key = readFileSync(files.keyPath);
  writeFileSync(files.keyPath, Buffer.alloc(key.length));
  utimesSync(files.keyPath, mtime, mtime);
  clock.advance(10_000);
  assert.equal(certificate.current(), first);
  // As with chown and chmod, which change neither the content nor its time.
  writeFileSync(files.keyPath, key);
  utimesSync(files.keyPath, mtime, mtime);
  clock.advance(10_000);
  assert.notEqual(certificate.current(), first);
});

/** The ClientHello of a client that supports nothing newer than `version`, for example 0x0301 for TLS 1.0. */
async function clientHello(version: number): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const socket = new Duplex({ read() {}, write: (octets: Buffer) => resolve(octets) });
  connect({ socket, maxVersion: 'TLSv1.2' });
  const hello = Buffer.from(await promise);
  // RFC 5246 sections 6.2.1 and 7.4.1.2: the version is in the record and in the hello.
  hello.writeUInt16BE(version, 1);
  hello.writeUInt16BE(version, 9);
  return hello;
}

test('a client that offers TLS 1.1 or older gets a fatal alert, and others are served', async (t) => {
  const { certificate } = onDisk(t);
  const { port } = await receiving(t, { secureContext: certificate.current });
  const answer = async (version: number, hangUp: boolean) => {
    const client = await SmtpClient.greeted(port);
    await client.say('STARTTLS');
    client.send(await clientHello(version));
    if (hangUp) client.endWriting();
    return [...Buffer.from(await client.untilClosed(), 'latin1')];
  };
  // RFC 5246 section 7.2: a fatal alert, protocol_version; in SSLv3 (RFC 6101 section 5.4) it is handshake_failure.
  assert.deepEqual(await answer(0x0300, false), [21, 3, 0, 0, 2, 2, 40]);
  assert.deepEqual(await answer(0x0301, false), [21, 3, 1, 0, 2, 2, 70]);
  assert.deepEqual(await answer(0x0302, false), [21, 3, 2, 0, 2, 2, 70]);
  const [record, , , , , handshake] = await answer(0x0303, true);
  assert.deepEqual([record, handshake], [22, 2], 'the same hello of TLS 1.2 gets a ServerHello');
  const newest = await SmtpClient.greeted(port);
  await newest.say('STARTTLS');
  await newest.secure();
  assert.match(await newest.say('NOOP'), /^250 /);
});

test('TLS renegotiation is refused', async (t) => {
  const { certificate } = onDisk(t);
  const { port } = await receiving(t, { secureContext: certificate.current });
  const client = await SmtpClient.greeted(port);
  await client.say('STARTTLS');
  const socket = await client.secure({ maxVersion: 'TLSv1.2' });
  socket.renegotiate({}, () => socket.destroy(new Error('the keys are new')));
  const [error] = await once(socket, 'error');
  assert.match(error.message, /no renegotiation/);
});

test('the reported expiry is that of the certificate in use', (t) => {
  const { files, clock, certificate } = onDisk(t);
  const end = (cert: string | Buffer) => new X509Certificate(cert).validToDate.getTime() / 1000;
  const first = certificate.notAfter();
  assert.equal(first, end(readFileSync(files.certPath)));
  const { cert, key } = selfSignedCertificate('later-and-longer.test', '48');
  writeFileSync(files.certPath, cert);
  writeFileSync(files.keyPath, key);
  clock.advance(10_000);
  assert.notEqual(end(cert), first);
  assert.equal(certificate.notAfter(), end(cert));
});

test('a certificate that has expired, or is not valid yet, is one warning each time it is read', (t) => {
  const { files, clock, certificate, lines } = onDisk(t);
  const log = createLog({ write: (line) => lines.push(line) }, true);
  const { validFromDate, validToDate } = new X509Certificate(readFileSync(files.certPath));
  const readAt = (date: Date, moreMs: number) => {
    lines.length = 0;
    assert.ok(new Certificate(files, new FakeClock(date.getTime() + moreMs), log).current());
    return lines.join('');
  };
  assert.match(readAt(validToDate, 0), / warn +the certificate in TLS_CERT has expired: renew it/);
  assert.match(readAt(validFromDate, -1), / warn +the certificate in TLS_CERT is not valid yet/);
  assert.equal(readAt(validFromDate, 0), '');
  assert.equal(readAt(validToDate, -1), '');
  clock.advance(validToDate.getTime() - clock.date());
  certificate.read();
  assert.match(lines.join(''), /has expired/);
});
