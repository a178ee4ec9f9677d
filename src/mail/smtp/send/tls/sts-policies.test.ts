/** MTA-STS: which policy applies to a message, depending on the DNS, the web server and the store. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns, type Node } from '#support/zone-resolver.ts';
import { RecordingLog, until } from '#support/sending.ts';
import type { StsPolicyStore, StsRow } from '#store/policies/sts-policies.ts';
import { StsPolicies } from './sts-policies.ts';

const DAY_MS = 86_400_000;
const FIVE_MINUTES = 300_000;
const DOMAIN = 'mailbox.test';
const TXT = `_mta-sts.${DOMAIN}`;
const file = (mode: string, mx = 'a.test', age = 604_800) =>
  `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: ${age}\n`;
const served =
  (text: ConstructorParameters<typeof Response>[0], init: ResponseInit = {}) =>
  async () =>
    new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' }, ...init });

/** A store of one process that stops responding on demand. */
class FakeStore implements StsPolicyStore {
  readonly rows = new Map<string, StsRow>();
  silent = false;
  hasRoom = true;
  finds = 0;

  async find(domain: string, now: number) {
    this.finds += 1;
    return this.#answers(this.rows.get(domain)).find((row) => row.expiresAt > now);
  }
  async keep(row: StsRow) {
    if (this.#answers(row) && this.hasRoom) this.rows.set(row.domain, row);
    return this.hasRoom;
  }
  async drop(domain: string) {
    if (this.#answers()) this.rows.delete(domain);
  }
  async noteUse(domain: string, usedAt: number) {
    for (const row of this.#answers(this.rows.get(domain)))
      this.rows.set(domain, { ...row, usedAt });
  }
  async due(before: number, since: number) {
    const rows = this.#answers(...this.rows.values());
    return rows.filter((row) => row.fetchedAt < before && row.usedAt >= since);
  }
  async claim(row: StsRow, now: number) {
    const same = this.rows.get(row.domain)?.fetchedAt === row.fetchedAt;
    if (same) this.rows.set(row.domain, { ...row, fetchedAt: now });
    return same;
  }
  readonly forgetExpired = async () => 0;
  readonly count = async () => ({ enforce: 0, testing: 0 });

  #answers(...rows: (StsRow | undefined)[]): StsRow[] {
    if (this.silent) throw new Error('silent');
    return rows.filter((row) => row !== undefined);
  }
}

/** The domain's record with an id, and its web server. */
function internet(id: string | undefined, answer: () => Promise<Response>) {
  const clock = new FakeClock();
  const zones: Record<string, Node> =
    id === undefined ? {} : { [TXT]: { TXT: [`v=STSv1; id=${id}`] } };
  const dns = fakeDns(zones);
  const store = new FakeStore();
  const log = new RecordingLog();
  const fetched: string[] = [];
  const site = { answer };
  const node = () =>
    new StsPolicies({
      store,
      resolve: dns.resolve,
      resolveAnew: dns.resolve,
      fetch: async (address, { signal }) => {
        fetched.push(address);
        const late = new Promise<Response>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
        return Promise.race([site.answer(), late]);
      },
      clock,
      log,
      onFetch: () => {},
    });
  const publish = (next: string) => (zones[TXT] = { TXT: [`v=STSv1; id=${next}`] });
  const policies = node();
  const mode = async (from = policies) => {
    const policy = await from.of(DOMAIN, clock.now() + 150_000);
    return policy === 'unknown' ? policy : policy?.mode;
  };
  const renewed = () => policies.renewed(DOMAIN, clock.now() + 150_000);
  return { clock, zones, dns, store, log, fetched, site, node, policies, publish, mode, renewed };
}

test('without a record the web server is never contacted, and the store is read once a minute', async () => {
  const { mode, fetched, store, clock } = internet(undefined, served(''));
  for (let i = 0; i < 100; i++) assert.equal(await mode(), undefined);
  assert.deepEqual([fetched, store.finds], [[], 1]);
  clock.advance(60_000);
  await mode();
  assert.equal(store.finds, 2);
});

test('a policy is fetched once for all waiting messages, and applies after that', async () => {
  const begin = `${file('enforce')}x: `;
  const of64KiB = `${begin}${'y'.repeat(65_536 - begin.length)}`;
  const { mode, fetched, store } = internet('one', served(of64KiB));
  const modes = await Promise.all([mode(), mode(), mode()]);
  assert.deepEqual([...modes, await mode()], Array.from({ length: 4 }).fill('enforce'));
  assert.deepEqual(fetched, [`https://mta-sts.${DOMAIN}/.well-known/mta-sts.txt`]);
  assert.deepEqual(store.rows.get(DOMAIN)?.mx, ['a.test']);
});

const BROKEN: [what: string, answer: () => Promise<Response>][] = [
  ['301', served('', { status: 301, headers: { location: 'https://mta-sts.other.test/' } })],
  ['404', served('', { status: 404 })],
  ['an HTML page', served(file('enforce'), { headers: { 'content-type': 'text/html' } })],
  ['65 KB', served(`${file('enforce')}x: ${'y'.repeat(65_536)}\n`)],
  ['invalid UTF-8', served(Buffer.from([0xff, 0xfe]))],
  ['a bad certificate, or a private address', () => Promise.reject(new Error('refused'))],
];

suite('a policy host that gives no policy', () => {
  for (const [what, answer] of BROKEN) {
    test(`${what}: without a stored policy there is none, else the stored one applies`, async () => {
      const { mode, fetched, site, publish, clock } = internet('one', answer);
      assert.equal(await mode(), undefined);
      assert.equal(await mode(), undefined);
      assert.equal(fetched.length, 1, 'the next fetch is five minutes away');
      clock.advance(FIVE_MINUTES);
      site.answer = served(file('enforce'));
      assert.equal(await mode(), 'enforce');
      site.answer = answer;
      publish('two');
      assert.equal(await mode(), 'enforce');
      publish('three');
      assert.equal(await mode(), 'enforce');
      assert.equal(fetched.length, 3);
    });
  }

  test('one octet a second: abandoned after 10 s', async () => {
    const { mode, clock, fetched } = internet('one', served(new ReadableStream()));
    const asking = mode();
    await until(() => fetched.length === 1);
    clock.advance(10_000);
    assert.equal(await asking, undefined);
  });
});

test('with the record gone, DNS trouble or an older id, the stored policy still applies, after a restart and on a second node too', async () => {
  const { mode, node, zones, publish, site } = internet('two', served(file('enforce')));
  assert.equal(await mode(), 'enforce');
  zones[TXT] = {};
  assert.equal(await mode(), 'enforce');
  zones[TXT] = { TXT: 'failure' };
  assert.equal(await mode(), 'enforce');
  site.answer = BROKEN[1]?.[1] ?? site.answer;
  publish('one');
  for (const from of [undefined, node()]) assert.equal(await mode(from), 'enforce');
});

test('with another id whose file says none, the next message is sent without a policy, and the row is deleted', async () => {
  const { mode, publish, site, store, fetched } = internet('one', served(file('enforce')));
  await mode();
  publish('two');
  site.answer = served('version: STSv1\nmode: none\nmax_age: 86400\n');
  assert.equal(await mode(), undefined);
  assert.equal(store.rows.size, 0);
  assert.equal(await mode(), undefined);
  assert.equal(fetched.length, 2, 'it is not fetched for each mail');
});

test('a policy with max_age 0 applies only to the messages that waited for it; a stored one expires with its time', async () => {
  const without = internet('one', served(file('enforce', 'a.test', 0)));
  assert.equal(await without.mode(), 'enforce');
  assert.equal(without.store.rows.size, 0);
  const { mode, clock, zones } = internet('one', served(file('enforce', 'a.test', 86_400)));
  await mode();
  zones[TXT] = {};
  clock.advance(DAY_MS - 1);
  assert.equal(await mode(), 'enforce');
  clock.advance(1);
  assert.equal(await mode(), undefined);
});

test('a full store keeps no policy, and one that does not respond is replaced by memory; without either it is unknown', async () => {
  const { mode, store, log, clock, node } = internet('one', served(file('enforce')));
  store.hasRoom = false;
  assert.equal(await mode(), 'enforce');
  assert.equal(store.rows.size, 0);
  assert.equal(log.lines.filter((line) => line.startsWith('warn')).length, 1);
  store.silent = true;
  clock.advance(120_000);
  assert.equal(await mode(), 'enforce');
  assert.equal(await mode(node()), 'unknown');
});

test('before a message is deferred the policy is looked up again, once in five minutes', async () => {
  const { mode, renewed, publish, site, dns, clock } = internet('one', served(file('enforce')));
  assert.equal(await renewed(), false, 'there is none');
  await mode();
  const asked = () => dns.questions.filter((one) => one === `TXT ${TXT}`).length;
  const before = asked();
  assert.equal(await renewed(), false);
  assert.equal(await renewed(), false);
  assert.equal(asked(), before + 1);
  clock.advance(FIVE_MINUTES);
  publish('two');
  site.answer = served(file('enforce', 'b.test'));
  assert.equal(await renewed(), true);
  clock.advance(FIVE_MINUTES);
  publish('three');
  site.answer = BROKEN[1]?.[1] ?? site.answer;
  assert.equal(await renewed(), false);
});

test('policies in use are fetched again each day, before they expire', async () => {
  const { mode, policies, clock, store, fetched, zones } = internet('one', served(file('enforce')));
  await mode();
  await policies.refresh();
  assert.equal(fetched.length, 1);
  clock.advance(DAY_MS + 1);
  zones[TXT] = {};
  const refreshing = policies.refresh();
  await until(() => store.rows.get(DOMAIN)?.expiresAt === clock.date() + 604_800_000);
  clock.advance(1000);
  await refreshing;
  assert.equal(store.rows.get(DOMAIN)?.id, 'one');
  clock.advance(31 * DAY_MS);
  await policies.refresh();
  assert.equal(fetched.length, 2, 'nobody writes there any more');
});

test('a refresh that fails while the store does not respond does not hide the stored policy', async () => {
  const { mode, node, clock, store, site } = internet('one', served(file('enforce')));
  await mode();
  clock.advance(DAY_MS + 1);
  site.answer = async () => {
    store.silent = true;
    return new Response('', { status: 404 });
  };
  const restarted = node();
  const refreshing = restarted.refresh();
  await until(() => store.silent);
  await until(() => clock.isDueIn(1000));
  clock.advance(1000);
  await refreshing;
  assert.equal(await mode(restarted), 'unknown');
  store.silent = false;
  assert.equal(await mode(restarted), 'enforce');
});

test('a withdrawn policy whose row could not be deleted does not return with the store', async () => {
  const { mode, publish, site, store, clock } = internet('one', served(file('enforce')));
  await mode();
  publish('two');
  site.answer = served('version: STSv1\nmode: none\nmax_age: 86400\n');
  store.silent = true;
  assert.equal(await mode(), undefined);
  store.silent = false;
  clock.advance(60_000);
  assert.equal(await mode(), undefined);
  assert.equal(store.rows.size, 0);
});
