import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { hand, letter } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import {
  addressesOf,
  ALIAS,
  servedInProcess,
  serviceInProcess,
} from '#support/service-in-process.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

async function running(t: TestContext) {
  return addressesOf((await serviceInProcess(t)).running);
}

const textAt = async (address: string) => (await fetch(address)).text();

test('every metric on the page for operators and in the dashboard exists, and the page has each of ours', async (t) => {
  const { http, admin } = await running(t);
  await textAt(http);
  const served = await textAt(`${admin}/metrics`);
  const named = ['docs/operations.md', 'deploy/grafana-dashboard.json'].flatMap((file) => [
    ...read(file).matchAll(/\b(?:veilpost|nodejs|process)_[a-z0-9_]+/g),
  ]);
  assert.ok(named.length > 15);
  for (const [name] of named) {
    const metric = name.replace(/_(?:count|bucket|sum)$/, '');
    assert.match(served, new RegExp(`^# TYPE ${metric} `, 'm'), name);
  }
  const page = read('docs/operations.md');
  const ours = [...served.matchAll(/^# TYPE (veilpost_\w+) /gm)];
  assert.ok(ours.length > 15);
  for (const [, name = ''] of ours) assert.ok(new RegExp(`\\b${name}\\b`).test(page), name);
});

test('metrics and the log of a whole visit contain no address of a person', async (t) => {
  const { running: service, logged } = await serviceInProcess(t);
  const { http, admin } = addressesOf(service);
  const { call } = browserAt(http);
  const row = { real_email: 'jane.doe@home.example', alias_email: 'alias-4827@alias.localhost' };
  for (const status of [201, 409]) {
    assert.equal((await call('POST', '/rest/v1/aliases', row)).status, status);
  }
  await call('GET', '/rest/v1/aliases?real_email=eq.jane.doe@home.example');
  await fetch(`${http}/jane.doe@home.example?jane.doe@home.example`);
  const metrics = await textAt(`${admin}/metrics`);
  assert.match(metrics, /call="create",status="409"/);
  await service.close();
  assert.ok(logged.length > 0);
  assert.doesNotMatch(metrics + logged.join(''), /jane|home\.example|alias-4827/);
});

test('a client that speaks HTTP or TLS to the mail server is counted by the reply that ended its session', async (t) => {
  const { client, metrics } = await serviceInProcess(t);
  for (const foreign of ['GET / HTTP/1.1\r\n', '\x16\x03\x01', '\x16\x03\x03']) {
    const stranger = await client();
    stranger.send(foreign);
    await stranger.untilClosed();
  }
  const ended = (await metrics()).match(/^veilpost_smtp_ended_total\{.*$/gm);
  assert.deepEqual(ended?.toSorted(), [
    'veilpost_smtp_ended_total{code="500",enhanced="5.5.2"} 2',
    'veilpost_smtp_ended_total{code="554",enhanced="5.5.1"} 1',
  ]);
});

/** Sends octets. @returns all octets received until the server closes */
async function raw(address: string, octets: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(octets);
  let heard = '';
  for await (const part of socket) heard += String(part);
  return heard;
}

test('a balancer’s health check by HTTP/1.0, without a host, is answered on both ports', async (t) => {
  const { http, admin } = await running(t);
  for (const address of [http, admin]) {
    // HAProxy's check uses OPTIONS unless a method is configured.
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const answer = await raw(address, `${method} /healthz HTTP/1.0\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 200 /, `${method} ${address}`);
      assert.equal(answer.endsWith('\r\n\r\nok\n'), method !== 'HEAD');
    }
    // RFC 9112 section 3.2: HTTP/1.1 requires the field.
    const newer = 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n';
    assert.match(await raw(address, newer), /^HTTP\/1\.1 400 /);
  }
});

test('a balancer may check the admin server’s health under any host name; a web page whose own name resolves to it reads nothing else', async (t) => {
  const { admin } = await running(t);
  const asked = (path: string) =>
    raw(admin, `GET ${path} HTTP/1.0\r\nHost: node-1.example.org:9090\r\n\r\n`);
  assert.match(await asked('/healthz'), /^HTTP\/1\.1 200 /);
  assert.match(await asked('/metrics'), /^HTTP\/1\.1 421 /);
});

test('metrics can be read under any host name once the admin server has a public address', async (t) => {
  const { running: service } = await serviceInProcess(t, { HOST: 'admin=0.0.0.0' });
  const { admin } = addressesOf(service);
  const answer = await raw(admin, 'GET /metrics HTTP/1.0\r\nHost: veilpost.internal\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('a suppressed copy is counted', async (t) => {
  const { client, metrics } = await servedInProcess(t);
  const counted = async () => /^veilpost_copies_held_back_total (\d+)$/m.exec(await metrics())?.[1];
  assert.equal(await counted(), '0');
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  // As if it had not read the 250: before or after the service has noticed, the second mail is a repetition of the first.
  sender.reset();
  assert.match(await hand(await client(), [ALIAS], letter('one')), /^250 /);
  assert.equal(await counted(), '1');
});
