import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { configOf } from '../config/reading.fixture.ts';
import type { Environment } from '../config/values.ts';
import { createLog } from '../observe/log.ts';
import { asksTlsa, requireDane, watchDane } from './dane.ts';

const MX: Environment = { NEXT_HOP: 'mx:', DNS_SERVERS: '127.0.0.1' };

function recording() {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line) }, true) };
}

/** The root of the DNS, as a resolver on this machine returns it. */
const rootIn = async (t: TestContext, root: { authentic?: boolean; rcode?: number }) =>
  resolverOf(t, [await DnsServer.during(t, { '': { NS: ['a.root.test'], ...root } })]);

test('TLSA is looked up if every resolver is on this machine, and not otherwise', () => {
  const asks = (env: Environment) => asksTlsa(configOf({ ...MX, ...env }));
  assert.equal(asks({}), true);
  assert.equal(asks({ DNS_SERVERS: '[::1],127.0.0.53' }), true);
  assert.equal(asks({ DNS_SERVERS: '127.0.0.1,192.0.2.1' }), false);
  assert.equal(asks({ DANE: 'off' }), false);
  assert.equal(asks({ NEXT_HOP: 'smtp://relay.example' }), false);
  assert.equal(asks({ NEXT_HOP: 'mailbox:' }), false);
});

test('a remote resolver is one warning, and DANE=on does not start with it', async (t) => {
  const resolver = await rootIn(t, { authentic: true });
  const { log, lines } = recording();
  const config = configOf({ ...MX, DNS_SERVERS: '192.0.2.1' });
  watchDane(config, resolver, new FakeClock(), log, () => {});
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', / DANE disabled: some DNS_SERVERS are remote/);
  const on = configOf({ ...MX, DNS_SERVERS: '192.0.2.1', DANE: 'on' });
  await assert.rejects(requireDane(on, resolver.resolve), { exitCode: 78 });
});

for (const [what, root, exitCode] of [
  ['validates', { authentic: true }, 0],
  ['does not validate', {}, 78],
  ['does not answer', { rcode: 2 }, 69],
] as const) {
  test(`DANE=on ${exitCode === 0 ? 'starts' : `ends the start with ${exitCode}`} if the resolver ${what}`, async (t) => {
    const { resolve } = await rootIn(t, root);
    const starting = requireDane(configOf({ ...MX, DANE: 'on' }), resolve);
    if (exitCode === 0) await starting;
    else await assert.rejects(starting, { name: 'Fault', exitCode });
    await requireDane(configOf(MX), resolve);
  });
}

test('the log and the metrics report whether DANE is in use, and within ten minutes that it no longer is', async (t) => {
  // As for the real root, whose records live for six days.
  const root = { NS: ['a.root.test'], ttl: 518_400 };
  const server = await DnsServer.during(t, { '': { ...root, authentic: true } });
  const clock = new FakeClock();
  const resolver = resolverOf(t, [server], { clock });
  const { log, lines } = recording();
  const told: boolean[] = [];
  t.after(watchDane(configOf(MX), resolver, clock, log, (validated) => told.push(validated)));
  const written = async (count: number) => {
    while (lines.length < count) await new Promise(setImmediate);
  };
  await written(1);
  server.names[''] = root;
  clock.advance(600_000);
  await written(2);
  assert.deepEqual(told, [true, false]);
  assert.match(lines[0] ?? '', / DANE enabled/);
  assert.match(lines[1] ?? '', / DANE disabled/);
});
