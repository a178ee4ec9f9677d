import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Fault } from '../../config/fault.ts';
import { configOf } from '../../config/reading.fixture.ts';
import { ownPolicy } from '../../net/own-policy.ts';
import { listen } from '../../net/listen.ts';
import { createLog } from '../../observe/log.ts';
import { openStore } from '#store/open.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { testDatabase } from '#support/database.ts';
import { DnsServer } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { type FakeHopOptions, FakeNextHop } from '#support/fake-next-hop.ts';
import { publish } from '#support/veilpost-command.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { dns } from '../dns/dns.ts';
import { doctor } from './doctor.ts';

/** In milliseconds since 1970. */
export const NOW = Date.UTC(2026, 10, 22, 12);
const LOG = createLog({ write: () => {} }, false);
export const PTR = '1.0.0.127.in-addr.arpa';

/** An installation without faults: its DNS, its certificate, and mail servers for itself and for the operator. */
export async function healthy(
  t: TestContext,
  settings: Record<string, string> = {},
  hopOptions: FakeHopOptions = {},
) {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const script = { greeting: '220 mx.alias.test ESMTP' };
  const hop = await FakeNextHop.start({ host: '0.0.0.0', script, ...hopOptions });
  after(() => hop.close());
  const folder = tempFolder(after);
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const { cert, key } = selfSignedCertificate('mx.alias.test');
  const server = await DnsServer.during(t, {
    '': { NS: ['a.root.test'], authentic: true },
    'home.test': { MX: [[10, 'mx.home.test']] },
    'mx.home.test': { A: ['127.0.0.2'] },
    [PTR]: { PTR: ['mx.alias.test'] },
  });
  const DATABASE_URL = await testDatabase(after);
  const store = await openStore(DATABASE_URL, { now: () => NOW, log: SILENT });
  await store.close();
  const screen = createServer((_, response) => {
    response.writeHead(site.status, { connection: 'close' }).end(site.text);
  });
  const httpPort = await listen(screen, { host: '127.0.0.1', port: 0, variable: '' });
  const site = {
    status: 200,
    text: 'ok\n',
    address: `http://127.0.0.1:${httpPort}`,
    close: async () => void screen.close(),
  };
  after(site.close);
  const config = configOf({
    SMTP_PORT: String(hop.port),
    HTTP_PORT: String(httpPort),
    PUBLIC_URL: site.address,
    ALIAS_DOMAINS: 'alias.test',
    NEXT_HOP: 'mx:',
    OPERATOR_EMAIL: 'me@home.test',
    DATABASE_URL,
    DNS_SERVERS: `127.0.0.1:${server.port}`,
    TLS_CERT: file('cert.pem', cert),
    TLS_KEY: file('key.pem', key),
    ...settings,
    ...(settings['NEXT_HOP'] && {
      NEXT_HOP: settings['NEXT_HOP'].replace('PORT', String(hop.port)),
    }),
  });
  let zone = ['mx', 'mta-sts', 'mta-sts.b']
    .map((name) => `${name}.alias.test. IN A 127.0.0.1\n`)
    .join('');
  const print = (text: string) => void (zone += text);
  const known = { config: () => config, log: LOG };
  await dns([], { ...known, print, now: () => NOW }).catch(() => {});
  publish(server, zone);
  const policy = { text: ownPolicy(config)?.text ?? '', answer: undefined as Error | undefined };
  const world = {
    fetch: async () => {
      if (policy.answer) throw policy.answer;
      return new Response(policy.text, { headers: { 'content-type': 'text/plain' } });
    },
    clock: new FakeClock(Date.now()),
    clockIsKept: async (): Promise<boolean | undefined> => true,
  };
  const examine = async () => {
    let out = '';
    const around = { mailPort: hop.port, ownAddresses: ['127.0.0.1'], ...world };
    try {
      await doctor([], { ...known, print: (text) => void (out += text), around });
      return { code: 0, out, error: '' };
    } catch (error) {
      assert.ok(error instanceof Fault, String(error));
      return { code: error.exitCode, out, error: error.message };
    }
  };
  /** The findings that are not ok, each on a line with its fix. */
  const ills = async () => {
    const { code, out } = await examine();
    const lines = out.replaceAll(/\n {9}/g, ' - ').split('\n');
    return {
      code,
      told: lines.filter((line) => line !== '' && !line.startsWith('ok ')).join('\n'),
    };
  };
  /** Checks these findings: all of them, or that one of them is there. @returns the exit code */
  const says = async (expected: string | RegExp) => {
    const { code, told } = await ills();
    if (typeof expected === 'string') assert.equal(told, expected);
    else assert.match(told, expected);
    return code;
  };
  return { hop, site, policy, names: server.names, file, world, examine, ills, says, config };
}
