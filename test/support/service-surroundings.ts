/** The surroundings of a service that checks and signs: a DNS, a next hop, and a database with an alias or a due email. */

import type { TestContext } from 'node:test';
import { openStore } from '#store/open.ts';
import type { ServedName } from './dns-message.ts';
import { DnsServer } from './dns-server.ts';
import { FakeNextHop } from './fake-next-hop.ts';
import { ALIAS, REAL } from './forwarding.ts';
import { SILENT } from './silent-log.ts';
import { oneTime, user } from '#store/sessions/auth-rows.fixture.ts';
import type { AuthStore } from '#store/sessions/auth-store.ts';

export async function surroundings(
  t: TestContext,
  database: string,
  names: Record<string, ServedName> = {},
) {
  const dns = await DnsServer.during(t, names);
  const hop = await FakeNextHop.during((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now: Date.now, log: SILENT });
  await store.insertAlias({ alias_email: ALIAS, real_email: REAL });
  t.after(() => store.close());
  const environment = {
    DATABASE_URL: database,
    ALIAS_DOMAINS: 'alias.test',
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    MAIL_CHECKS: 'on',
    DNS_SERVERS: `127.0.0.1:${dns.port}`,
  };
  return { dns, hop, environment };
}

/** A user with this address, and an email to them that a remote server deferred. */
export async function dueLetter(store: AuthStore, address: string): Promise<void> {
  const person = user(address);
  await store.users.insert(person);
  const until = Date.now() + 86_400_000;
  const times = { linkUntil: until, codeUntil: until, retryAt: Date.now() - 1 };
  await store.oneTime.put(oneTime(person.id, times));
}
