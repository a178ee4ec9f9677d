import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { selfSignedCertificate } from '#support/certificate.ts';
import { ALIAS, forwardingService } from '#support/service-process.ts';
import { hand } from '#support/forwarding.ts';
import { tempFolder } from '#support/temp-folder.ts';

const WITHOUT_TUNING = new URL('plain-runtime.ts', import.meta.url).href;
/** More than one step of TLS garbage (src/runtime/garbage.ts). */
const LARGE = `${'0123456789'.repeat(9)}\r\n`.repeat(100_000);

test('mail passes, in plaintext and over TLS, on a runtime without the CPU optimizations', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const { cert, key } = selfSignedCertificate('mx.test');
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(TLS_CERT, cert);
  writeFileSync(TLS_KEY, key);
  const environment = { NODE_OPTIONS: `--import ${WITHOUT_TUNING}`, TLS_CERT, TLS_KEY };
  const { hop, client: connect } = await forwardingService(t, environment);
  const client = await connect();
  const head = 'From: a@b.test\r\n\r\n';
  assert.match(await hand(client, [ALIAS], `${head}in clear\r\n`), /^250 /);
  assert.match(await client.say('STARTTLS'), /^220 /);
  await client.secure();
  await client.say('EHLO client.test');
  assert.match(await hand(client, [ALIAS], `${head}${LARGE}`), /^250 /);
  const [first, second] = hop.messages.map(({ octets }) => octets.toString('latin1'));
  assert.ok(first?.endsWith(`${head}in clear\r\n`));
  assert.ok(second?.endsWith(`${head}${LARGE}`));
});
