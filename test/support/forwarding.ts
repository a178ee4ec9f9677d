/** The whole path of a message over real sockets: our receiver, an embedded store with aliases, and a fake next hop. */

import type { TestContext } from 'node:test';
import { Forwarder } from '#mail/forward/forwarder.ts';
import type {
  FeatureSettings,
  ForwarderObservers,
  ForwarderOptions,
} from '#mail/forward/forwarder-options.ts';
import { NO_LISTS } from '#mail/filter/dns-lists.ts';
import { NO_FILTER } from '#mail/filter/filter.ts';
import type { Delivery } from '#mail/smtp/delivery.ts';
import type { Policy } from '#mail/smtp/receive/policy.ts';
import { Receiver, type ReceiverOptions } from '#mail/smtp/receive/receiver.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import { openStore } from '#store/open.ts';
import type { Alias, Store } from '#store/store.ts';
import { testDatabase } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { type FakeHopOptions, FakeNextHop } from './fake-next-hop.ts';
import { RecordingLog, sending } from './sending.ts';
import { SILENT } from './silent-log.ts';
import { SmtpClient } from './smtp-client.ts';
import { type SeenStore, watchedStore } from './watched-store.ts';

export const REAL = 'jane.doe@mailbox.test';
export const ALIAS = 'alias-4827@alias.test';

export type Forwarding = Awaited<ReturnType<typeof forwarding>>;

/** The engine's records as one, for tests that change one thing. */
type EngineChanges = Partial<
  Omit<ForwarderOptions, 'features' | 'limits' | 'observers'> &
    FeatureSettings &
    ForwarderObservers & { limits: boolean; cacheMs: number }
>;

/** @param change of the store for the engine, for example to one that fails */
export async function forwarding(
  test: Pick<TestContext, 'after'>,
  options: EngineChanges & {
    hop?: FakeHopOptions;
    seen?: (store: Store) => SeenStore;
    /** The engine's next hop instead of the usual one. */
    through?: (usual: NextHop) => NextHop;
    /** Address of the database; absent: an empty one. */
    database?: string;
    /** Further options of the receiver. */
    receiving?: Partial<ReceiverOptions>;
    /** The engine keeps the history for owners, and knows senders, in the same database. */
    forOwners?: boolean;
  } = {},
) {
  const {
    hop: hopOptions,
    seen,
    through,
    database = await testDatabase((cleanUp) => test.after(cleanUp)),
    receiving = {},
    forOwners = false,
    limits = true,
    cacheMs = 0,
    ...changed
  } = options;
  const clock = new FakeClock();
  const log = new RecordingLog();
  const faults: unknown[] = [];
  const deliveries: Delivery[] = [];
  let copiesHeldBack = 0;
  /** The keys of notifications with a bounce. */
  const bounced: string[] = [];
  /** The aliases of complaints; undefined: not known. */
  const complaints: (string | undefined)[] = [];
  const hop = await FakeNextHop.start(hopOptions);
  const store = await openStore(database, { now: clock.now, log: SILENT });
  const { nextHop } = sending({
    target: { kind: 'relay', host: '127.0.0.1', port: hop.port, tls: 'opportunistic' },
    hostname: 'mx.alias.test',
    clock,
    log,
  });
  const { watched, answered } = watchedStore(seen?.(store), store);
  const forwarder = new Forwarder({
    space: { domains: ['alias.test'], numbers: { first: 1000, last: 9999 } },
    store: watched,
    nextHop: through?.(nextHop) ?? nextHop,
    hostname: 'mx.alias.test',
    bounceDomain: 'b.alias.test',
    operator: 'operator@mailbox.test',
    ownership: { mode: 'open', since: undefined },
    secrets: ['a secret for tests'],
    clock,
    log,
    logMail: 'failures',
    random: () => 0.5,
    signing: () => undefined,
    ...changed,
    limits: { apply: limits, cacheMs },
    features: {
      checks: 'off',
      dnsLists: NO_LISTS,
      filter: NO_FILTER,
      replyFilter: NO_FILTER,
      replies: 'off',
      history: forOwners ? store.history : 'off',
      senders: forOwners ? store.senders : 'off',
      switchOff: () => undefined,
      ...changed,
    },
    observers: {
      observe: (delivery) => deliveries.push(delivery),
      onCopy: () => void (copiesHeldBack += 1),
      onReply: () => {},
      onQuarantine: () => {},
      onJudged: () => {},
      onSignature: () => {},
      unconfirmedReached: () => {},
      letterBounced: async (key) => void bounced.push(key),
      complained: async (about, at) => {
        complaints.push(about);
        if (about !== undefined) await store.complaints.add(about, at);
      },
      onFault: (error) => faults.push(error),
      ...changed,
    },
  });
  let noticed = () => {};
  const receiver = new Receiver({
    hostname: 'mx.alias.test',
    policy: (client) => {
      const policy = forwarder.policy(client);
      return 'code' in policy ? policy : telling(policy, () => noticed());
    },
    clock,
    inFlight: { octets: 256 * 1024 * 1024, blockShare: 1 },
    blockOf: (address) => address,
    onFault: (error) => faults.push(error),
    ...receiving,
  });
  const port = await receiver.listen(0, '127.0.0.1');
  const alias = async (address: string, real: string): Promise<Alias> => {
    const inserted = await store.insertAlias({ alias_email: address, real_email: real });
    if (inserted.kind !== 'created') throw new Error(`${address} is taken`);
    return inserted.alias;
  };
  // In a shared database the first node has made it.
  if (!(await store.aliasByAddress(ALIAS))) await alias(ALIAS, REAL);
  const clients: SmtpClient[] = [];
  test.after(async () => {
    for (const client of clients) client.destroy();
    // First the remote side: a failed test's pending verdict must not delay the end of all tests.
    await hop.close();
    nextHop.endRetries();
    await receiver.close(0);
    await forwarder.settled();
    await nextHop.close();
    await store.close();
  });
  /** A client that has said EHLO. */
  const client = async () => {
    const greeted = await SmtpClient.greeted(port);
    clients.push(greeted);
    return greeted;
  };
  const left = async (leaves: () => void) => {
    const hasLeft = Promise.withResolvers<void>();
    noticed = hasLeft.resolve;
    leaves();
    await hasLeft.promise;
    await answered();
  };
  /**
   * Closes a client's connection as if it had not read our last reply; resolves when the engine has noticed, and the store has
   * its note.
   */
  const leave = (leaving: SmtpClient) => left(() => leaving.reset());
  /** The same for a client that has read our last reply and closes, without QUIT. */
  const finish = (finished: SmtpClient) =>
    left(() => {
      finished.destroy();
      // By then its system would have answered a reply that it had not read.
      clock.advance(100);
    });
  return {
    port,
    hop,
    store,
    clock,
    log,
    forwarder,
    receiver,
    deliveries,
    /** Number of suppressed copies. */
    copiesHeldBack: () => copiesHeldBack,
    bounced,
    complaints,
    faults,
    client,
    leave,
    finish,
    answered,
    alias,
  };
}

/** The same policy, with a call of `left` when it has noticed that its client has left. */
function telling(policy: Policy, left: () => void): Policy {
  const [closed, halfClosed] = [policy.closed.bind(policy), policy.halfClosed.bind(policy)];
  return Object.assign(policy, {
    closed() {
      closed();
      left();
    },
    halfClosed() {
      halfClosed();
      left();
    },
  });
}

const DATE = 'Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n';

/** A message with a unique text, which marks a repetition as the same message. */
export function letter(text: string): string {
  return `${DATE}From: Ann <ann@example.org>\r\nTo: <${ALIAS}>\r\nSubject: ${text}\r\n\r\n${text}\r\n`;
}

/** A message without any unique mark, as devices and scripts send it. */
export function alarm(text: string): string {
  return letter(text).slice(DATE.length);
}

/** The same message sent by a server: the same octets once more are the same message, and not the next one of a script. */
export function relayed(message: string): string {
  return `Received: from host.test by relay.test id A1; Sat, 21 Nov 2026 12:00:00 +0000\r\n${message}`;
}

/** @returns the reply to its final dot, or the first rejection */
export async function hand(
  client: SmtpClient,
  recipients: string[],
  octets: string,
  sender = 'ann@example.org',
  parameters = '',
): Promise<string> {
  await client.say(`MAIL FROM:<${sender}>${parameters}`);
  const answers = [];
  for (const recipient of recipients) answers.push(await client.say(`RCPT TO:<${recipient}>`));
  const data = await client.say('DATA');
  if (!data.startsWith('354')) {
    await client.say('RSET');
    return answers[0] ?? data;
  }
  return client.say(`${octets}.`);
}

/** The number of copies of a message that have arrived for a real address. */
export function copies({ hop }: Forwarding, text: string, real: string): number {
  return hop.messages.filter(
    ({ octets, recipients }) =>
      octets.toString().endsWith(`\r\n\r\n${text}\r\n`) && recipients.includes(`<${real}>`),
  ).length;
}
