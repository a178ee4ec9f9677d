import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServedName } from '#support/dns-message.ts';
import { DnsServer } from '#support/dns-server.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { serversOfSystem } from './dns.ts';

const MX = { NEXT_HOP: 'mx:', TEST_MAIL: 'simulated' } as const;

async function logged(lines: string[], text: string): Promise<void> {
  while (!lines.some((line) => line.includes(text))) await new Promise(setImmediate);
}

const ROOTS: [root: ServedName, text: string, result: string][] = [
  [{ NS: ['a.root.test'], authentic: true }, 'DNS works, validated by the resolver', 'records'],
  [{ NS: ['a.root.test'] }, 'DNS works, without validation by a resolver', 'records'],
  [{ rcode: 2 }, 'DNS not responding: check DNS_SERVERS', 'failure'],
  [{}, 'DNS has no root zone: check DNS_SERVERS', 'no-data'],
];

for (const [root, text, result] of ROOTS) {
  test(`at the start the log says: ${text}`, async (t) => {
    const server = await DnsServer.during(t, { '': root });
    const DNS_SERVERS = `127.0.0.1:${server.port}`;
    const service = await serviceInProcess(t, { ...MX, DNS_SERVERS });
    await logged(service.logged, text);
    // On a machine that stops this process for two seconds it is asked again.
    assert.deepEqual([...new Set(server.questions)], ['UDP NS ']);
    await service.shows(`veilpost_dns_queries_total{result="${result}"} 1`);
    await service.shows('veilpost_dns_seconds_count 1');
  });
}

test('neither the start nor the shutdown waits for the DNS', async (t) => {
  const server = await DnsServer.during(t, {}, { behaviour: () => [] });
  const DNS_SERVERS = `127.0.0.1:${server.port}`;
  const service = await serviceInProcess(t, { ...MX, DNS_SERVERS });
  await (await service.client()).say('NOOP');
  await service.running.close();
  await logged(service.logged, 'DNS not responding');
});

test('if mail does not go by MX the DNS is not queried', async (t) => {
  const server = await DnsServer.during(t, {});
  const DNS_SERVERS = `127.0.0.1:${server.port}`;
  const service = await serviceInProcess(t, { DNS_SERVERS });
  await (await service.client()).say('NOOP');
  assert.deepEqual(server.questions, []);
});

test('the servers of the system are queried on their ports, three at most', () => {
  assert.deepEqual(serversOfSystem(['192.0.2.1', '[2001:db8::1]:5353', '::1', '192.0.2.2']), [
    { address: '192.0.2.1', port: 53 },
    { address: '2001:db8::1', port: 5353 },
    { address: '::1', port: 53 },
  ]);
  assert.deepEqual(serversOfSystem([]), [{ address: '127.0.0.1', port: 53 }]);
});
