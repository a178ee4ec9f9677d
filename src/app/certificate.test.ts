import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Certificate } from './certificate.ts';
import { createLog } from './log.ts';

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
  return { files, renew, lines, clock, certificate: new Certificate(files, clock.now, log) };
}

test('I37 a certificate that was renewed on disk is in use ten seconds later', (t) => {
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

test('while a renewal is half done the old certificate serves on', (t) => {
  const { files, renew, clock, certificate, lines } = onDisk(t);
  const first = certificate.current();
  writeFileSync(files.certPath, 'half a file');
  clock.advance(10_000);
  assert.equal(certificate.current(), first);
  assert.match(lines.join(''), /the old one serves on/);
  renew('third.test');
  clock.advance(10_000);
  assert.notEqual(certificate.current(), first);
});

test('a client cannot make us renew the keys of a connection again and again', async (t) => {
  const { certificate } = onDisk(t);
  const { port } = await receiving(t, { secureContext: certificate.current });
  const client = await SmtpClient.greeted(port);
  await client.say('STARTTLS');
  const socket = await client.secure({ maxVersion: 'TLSv1.2' });
  socket.renegotiate({}, () => socket.destroy(new Error('the keys are new')));
  const [error] = await once(socket, 'error');
  assert.match(error.message, /no renegotiation/);
});
