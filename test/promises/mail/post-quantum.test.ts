/** Mail recorded in transit today cannot be decrypted by a future quantum computer. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Certificate } from '#app/net/certificate.ts';
import { systemClock } from '#time/clock.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';
import { createLog } from '#app/observe/log.ts';
import { tempFolder } from '#support/temp-folder.ts';

/** X25519 with ML-KEM-768 (FIPS 203), combined as in draft-ietf-tls-ecdhe-mlkem. */
const groups = 'X25519MLKEM768';

test('a message comes from a client, and goes to a server, that accept only a post-quantum key exchange', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const { cert, key } = selfSignedCertificate('mx.alias.test');
  const files = { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') };
  writeFileSync(files.certPath, cert);
  writeFileSync(files.keyPath, key);
  const certificate = new Certificate(
    files,
    systemClock,
    createLog({ write: () => undefined }, false),
  );
  const all = await forwarding(t, {
    receiving: { secureContext: certificate.current },
    hop: { extensions: ['STARTTLS'], tls: { ecdhCurve: groups } },
  });
  const client = await all.client();
  await client.say('STARTTLS');
  await client.secure({ ecdhCurve: groups });
  await client.say('EHLO client.test');
  assert.match(await hand(client, [ALIAS], letter('one')), /^250 /);
  assert.equal(all.hop.messages[0]?.tls, true);
});
