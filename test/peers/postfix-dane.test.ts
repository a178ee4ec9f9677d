/** Postfix as a reference for servers under DANE: with the same zones and servers mail takes the same path. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rounds } from '#support/seeded-random.ts';
import type { Compared } from './dane/compare.ts';
import { peerFolder } from './folder.ts';
import { runWell } from './program.ts';

const SETUPS = rounds(120);
const FINGERS = Math.ceil(SETUPS / 10);

const PROGRAM = fileURLToPath(new URL('dane/compare.ts', import.meta.url));
const OWN_NETWORK = fileURLToPath(new URL('dane/own-network.sh', import.meta.url));

/** The intended differences, each with its reason. @returns undefined: a fault of one of the two */
function reasonOf({ domain, words, ours, postfix }: Compared): string | undefined {
  const has = (word: string) => words.some((one) => one.includes(word));
  if (postfix === 'proven' && ours !== 'proven') {
    // RFC 7672 section 3.2.2: the name of the domain counts only after a signed MX.
    if (has('name of the domain') && domain.endsWith('.unsigned.test')) {
      return 'Postfix takes the name of the domain after an unsigned MX';
    }
    // RFC 6125 section 6.4.4 permits this; the names of RFC 7672 section 3.2.3 are those of subjectAltName to us.
    if (has('common name alone')) return 'Postfix takes a common name';
  }
  // The domain is its own server, and an alias: Postfix asks for its target, and does not use its own name any more.
  if (ours === 'proven' && has('no MX') && has('alias of') && has('name of the domain')) {
    return 'we take the name of a domain that is an alias';
  }
  // RFC 7435: without a policy, plaintext is tried at once; Postfix goes to the next server first.
  if (ours === 'in clear' && has('broken handshake') && postfix !== 'deferred') {
    return 'Postfix asks the next server before it uses plaintext';
  }
  return undefined;
}

test(`on ${SETUPS} random set-ups Postfix and we decide alike, and each difference has its reason`, async (t) => {
  const file = join(
    peerFolder((end) => t.after(end)),
    'compared.json',
  );
  const command = [OWN_NETWORK, process.execPath, PROGRAM, `${SETUPS}`, `${FINGERS}`, file];
  await runWell('sh', command, { seconds: 280 });
  const compared: Compared[] = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(compared.length, SETUPS);
  const count = (of: string[]) =>
    Object.fromEntries(
      [...new Set(of)].map((one) => [one, of.filter((other) => other === one).length]),
    );
  const different = compared.filter(({ ours, postfix }) => ours !== postfix);
  const unexplained = different.filter((one) => reasonOf(one) === undefined);
  assert.deepEqual(unexplained, []);
  const same = count(
    compared.filter(({ ours, postfix }) => ours === postfix).map(({ ours }) => ours),
  );
  t.diagnostic(
    `alike: ${JSON.stringify(same)}; different: ${JSON.stringify(count(different.map((one) => String(reasonOf(one)))))}`,
  );
  for (const verdict of ['proven', 'over TLS', 'in clear', 'deferred']) {
    assert.ok((same[verdict] ?? 0) > SETUPS / 30, `${verdict} is rare`);
  }
  const fingered = compared.filter(({ finger }) => finger !== undefined);
  assert.equal(fingered.length, FINGERS);
  for (const one of fingered)
    assert.equal(one.finger, one.postfix === 'proven', JSON.stringify(one));
});
