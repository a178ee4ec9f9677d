import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { openStore } from '#store/open.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { postgresServer, untilLeft } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const options = { now: Date.now, log: SILENT };
const certificate = selfSignedCertificate('localhost');
const root = `${tempFolder(after)}/root.pem`;
writeFileSync(root, certificate.cert);
const server = await postgresServer(after, { certificate });
const url = await server.database('tls');
const byName = url.replace('127.0.0.1', 'localhost');

/** Whether the connections of an open store are encrypted, according to the server. */
async function encrypted(databaseUrl: string): Promise<boolean> {
  const store = await openStore(databaseUrl, options);
  await store.takesWrites();
  const sql = postgres(url, { max: 1 });
  const rows = await sql`
    SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'veilpost'`;
  await sql.end();
  await store.close();
  // The next call must not see these connections.
  await untilLeft(url);
  assert.ok(rows.length > 0);
  return rows.every((row) => row.ssl === true);
}

test('TLS is used if the server offers it, unless the operator forbids it', async () => {
  assert.equal(await encrypted(url), true);
  assert.equal(await encrypted(`${url}?sslmode=require`), true);
  assert.equal(await encrypted(`${url}?sslmode=disable`), false);
});

test('a certificate is verified if the operator requires it', async () => {
  assert.equal(await encrypted(`${byName}?sslmode=verify-full&sslrootcert=${root}`), true);
  await assert.rejects(
    openStore(`${byName}?sslmode=verify-full`, options),
    /Cannot use the database .*self.signed/,
  );
});

test('a certificate for another name is refused', async () => {
  const wrongName = `${url}?sslmode=verify-full&sslrootcert=${root}`;
  await assert.rejects(openStore(wrongName, options), /Cannot use the database .*IP: 127\.0\.0\.1/);
  assert.equal(await encrypted(`${url}?sslmode=verify-ca&sslrootcert=${root}`), true);
});
