/** A mail of 2 KB to one of 2,000 domains, ten at once, on kept connections; and one on a new connection. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { createResolver } from '#app/net/dns.ts';
import type { WireMessage } from '#mail/message/message.ts';
import { createNextHop } from '#mail/smtp/send/route/create-next-hop.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import { StsPolicies } from '#mail/smtp/send/tls/sts-policies.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { systemClock } from '#time/clock.ts';
import { MARK } from '../load/letters.ts';
import { DOMAINS, type FarServers } from './far-servers.ts';
import type { CostRow } from './work.ts';

const AT_ONCE = 10;
/** Domains that are looked up at once before the measurement. */
const WARMED = 50;
const octets = Buffer.from(
  `${MARK}00000001\r\nSubject: x\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(25)}`,
);
const message: WireMessage = { chunks: [octets], octets: octets.length, eightBit: false };

export const wayOut: CostRow = async (after) => {
  const far = fork(new URL('far-servers.ts', import.meta.url), { stdio: ['ignore', 1, 2, 'ipc'] });
  after(() => void far.kill());
  const [told]: FarServers[] = await once(far, 'message');
  const { dns = 0, smtp = 0, ca = '' } = told ?? {};
  const { now } = Date;
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  const store = await openStore(`sqlite:${file}`, { now, log: SILENT });
  after(() => store.close());
  const db = new DatabaseSync(file);
  const [fetched, expires] = [now(), now() + 1e9];
  // A statement of its own for each would wait for the disk each time.
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${DOMAINS - 1})
    INSERT INTO sts_policies (domain, id, mode, octets, fetched_at, expires_at, used_at, mx)
    SELECT 'd' || i || '.policy.test', 'one', 'enforce', 40, ${fetched}, ${expires}, ${fetched}, 'mx.policy.test' FROM n`);
  db.close();
  const log = { debug() {}, info() {}, warn() {} };
  /** A next hop whose cache has seen all domains of a kind. */
  const warm = async (kind: string, asks: boolean) => {
    const resolver = createResolver([{ address: '127.0.0.1', port: dns }]);
    after(() => resolver.close());
    const { resolve } = resolver;
    const policies = new StsPolicies({
      store: store.stsPolicies,
      resolve,
      resolveAnew: resolve,
      fetch: () => Promise.reject(new Error('no web server is asked')),
      clock: systemClock,
      log,
      onFetch: () => {},
    });
    for (let from = 0; from < DOMAINS; from += WARMED) {
      const part = Array.from({ length: WARMED }, (_, i) => `d${from + i}.${kind}.test`);
      await Promise.all(part.map(async (domain) => resolve(domain, 'MX')));
      const until = systemClock.now() + 60_000;
      if (asks) await Promise.all(part.map((domain) => policies.of(domain, until)));
    }
    const nextHop = () =>
      createNextHop({
        target: { kind: 'mx' },
        hostname: 'mx.ours.test',
        resolve,
        connect: ({ onread }) => connect({ host: '127.0.0.1', port: smtp, onread }),
        clock: systemClock,
        random: Math.random,
        log,
        ownAddresses: [],
        ca,
        ...(asks && { dane: true, policies }),
      });
    return { kind, nextHop };
  };
  let n = 0;
  const sent = async (nextHop: NextHop, kind: string, proof: string) => {
    n += 1;
    const envelope = {
      reversePath: 'a@b.test',
      forwardPath: `r@d${n % DOMAINS}.${kind}.test`,
      utf8: false,
    };
    const delivery = await nextHop.deliver(envelope, message, systemClock.now() + 150_000);
    if (delivery.kind !== 'accepted' || delivery.peer.proof !== proof)
      throw new Error(`${delivery.reply.code}`);
  };
  type Warm = Awaited<ReturnType<typeof warm>>;
  const ten = ({ kind, nextHop }: Warm, proof: string) => {
    const kept = nextHop();
    after(() => kept.close());
    return () => Promise.all(Array.from({ length: AT_ONCE }, () => sent(kept, kind, proof)));
  };
  const fresh =
    ({ kind, nextHop }: Warm, proof: string) =>
    async () => {
      const one = nextHop();
      await sent(one, kind, proof);
      await one.close();
    };
  const silent = await warm('dane', false);
  const dane = await warm('dane', true);
  return {
    'ten mails, nothing is asked': ten(await warm('plain', false), 'any'),
    'ten mails, all is asked, no policy': ten(await warm('plain', true), 'any'),
    'ten mails, a policy (MTA-STS)': ten(await warm('policy', true), 'pkix'),
    'ten mails, TLSA records': ten(dane, 'dane'),
    'a new connection, nothing is asked': fresh(silent, 'any'),
    'a new connection, TLSA records': fresh(dane, 'dane'),
  };
};
