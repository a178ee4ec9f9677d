import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { rsaKey } from '#support/signing.ts';
import { type Zone, zoneResolver } from '#support/zone-resolver.ts';
import { keyRecord } from '../trust/signature/public-key.ts';
import { type DkimKey, PublishedKey } from './published-key.ts';

const MINUTE = 60_000;
const DOMAINS = ['one.test', 'two.test'];

function keyNamed(selector: string): DkimKey {
  const { privateKey, publicKey } = rsaKey();
  return { selector, private: privateKey, public: publicKey };
}

const FIRST = keyNamed('veilpost');
const NEXT = keyNamed('veilpost-20261122');
const recordAt = (key: DkimKey, domain: string) => ({
  [`${key.selector}._domainkey.${domain}`]: { TXT: [keyRecord(key.public)] },
});
/** Every key at every domain. */
const everywhere = (...keys: DkimKey[]): Zone =>
  Object.assign({}, ...keys.flatMap((key) => DOMAINS.map((domain) => recordAt(key, domain))));
/** A DNS whose look-ups of the first key fail. */
const SILENT: Zone = Object.fromEntries(
  DOMAINS.map((domain) => [`veilpost._domainkey.${domain}`, { silent: true }]),
);

/** A watch that has looked once, with a DNS and a clock that a test controls. */
async function watching(zone: Zone, keys: readonly DkimKey[] = [FIRST]) {
  const world = { zone, keys: async () => keys };
  const clock = new FakeClock();
  const lines: { level: string; text: string; domains: unknown }[] = [];
  const line = (level: string) => (fields: { domains?: unknown }, text: string) =>
    void lines.push({ level, text, domains: fields.domains });
  const asked: number[] = [];
  const watch = new PublishedKey({
    keys: () => world.keys(),
    domains: DOMAINS,
    openResolver() {
      asked.push(clock.now());
      return { resolve: (...question) => zoneResolver(world.zone)(...question), close: () => {} };
    },
    clock,
    log: { debug: line('debug'), info: line('info'), warn: line('warn') },
  });
  /** Advances the clock, and waits for a check that becomes due. */
  const pass = async (ms: number) => {
    const before = asked.length;
    clock.advance(ms);
    await new Promise(setImmediate);
    return asked.length - before;
  };
  const signedAt = () => DOMAINS.filter((domain) => watch.signing()?.isPublished(domain));
  const warnings = () => lines.filter(({ level }) => level === 'warn');
  await watch.look();
  return { world, watch, pass, signedAt, warnings, lines, clock };
}

test('a key that is not in the DNS does not sign, and is logged once', async () => {
  const { watch, pass, warnings, world, signedAt, lines } = await watching({});
  assert.equal(watch.signing(), undefined);
  for (let i = 0; i < 5; i++) assert.equal(await pass(10 * MINUTE), 1);
  assert.equal(warnings().length, 1);
  assert.match(warnings()[0]?.text ?? '', /not signed.*npx veilpost dns/);
  assert.deepEqual(warnings()[0]?.domains, DOMAINS);
  world.zone = everywhere(FIRST);
  assert.equal(await pass(10 * MINUTE - 1), 0);
  await pass(1);
  assert.deepEqual(signedAt(), DOMAINS);
  assert.ok(watch.signing()?.key.equals(FIRST.private));
  assert.equal(lines.filter(({ level }) => level === 'info').length, 1);
});

test('a withdrawn key stops signing, and each withdrawal is logged once', async () => {
  const { pass, warnings, world, signedAt } = await watching(everywhere(FIRST));
  assert.deepEqual(signedAt(), DOMAINS);
  assert.equal(warnings().length, 0);
  for (const withdrawn of [
    {},
    { 'veilpost._domainkey.one.test': { TXT: ['v=DKIM1; k=rsa; p='] } },
    recordAt({ ...NEXT, selector: 'veilpost' }, 'one.test'),
    { 'veilpost._domainkey.one.test': { TXT: [`${keyRecord(FIRST.public)}; t=y`] } },
  ]) {
    world.zone = { ...withdrawn, ...recordAt(FIRST, 'two.test') };
    const before = warnings().length;
    await pass(10 * MINUTE);
    assert.deepEqual(signedAt(), ['two.test']);
    await pass(10 * MINUTE);
    const news = warnings().slice(before);
    assert.deepEqual([news.length, news[0]?.domains], [1, ['one.test']]);
    world.zone = everywhere(FIRST);
    await pass(10 * MINUTE);
    assert.deepEqual(signedAt(), DOMAINS);
  }
});

test('a DNS that does not respond does not stop signing, and is queried again after 30 s, doubling each time', async () => {
  const { watch, pass, world, signedAt, warnings } = await watching(everywhere(FIRST));
  world.zone = SILENT;
  await pass(10 * MINUTE);
  for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
    assert.equal(await pass(seconds * 1000 - 1), 0);
    assert.equal(await pass(1), 1);
    assert.deepEqual(signedAt(), DOMAINS);
  }
  assert.equal(warnings().length, 0);
  world.zone = {};
  await pass(10 * MINUTE);
  assert.equal(watch.signing(), undefined);
  assert.equal(await pass(10 * MINUTE - 1), 0, 'an answer ends the haste');
});

test('a DNS that never responded is logged once, from the second check on', async () => {
  const { pass, warnings } = await watching(SILENT);
  assert.equal(warnings().length, 0);
  for (const minutes of [0.5, 1, 2]) await pass(minutes * MINUTE);
  assert.equal(warnings().length, 1);
  assert.match(warnings()[0]?.text ?? '', /look-up of the DKIM key failed/);
});

test('the next key signs once it is seen at as many domains as the previous one', async () => {
  const zone = { ...everywhere(FIRST), ...recordAt(NEXT, 'one.test') };
  const { watch, pass, world, signedAt } = await watching(zone, [FIRST, NEXT]);
  assert.equal(watch.signing()?.selector, 'veilpost');
  world.zone = everywhere(FIRST, NEXT);
  await pass(10 * MINUTE);
  assert.equal(watch.signing()?.selector, 'veilpost-20261122');
  assert.ok(watch.signing()?.key.equals(NEXT.private));
  world.zone = everywhere(FIRST);
  await pass(10 * MINUTE);
  assert.equal(watch.signing()?.selector, 'veilpost');
  assert.deepEqual(signedAt(), DOMAINS);
});

test('another key under the same selector does not count as seen because the previous one was', async () => {
  const { watch, world, warnings } = await watching(everywhere(FIRST));
  world.keys = async () => [{ ...NEXT, selector: 'veilpost' }];
  await watch.look();
  assert.equal(watch.signing(), undefined);
  assert.equal(warnings().length, 1);
});

test('an unreadable key keeps the previous one in use, is logged once, and is read again soon', async () => {
  const { world, pass, signedAt, warnings } = await watching(everywhere(FIRST));
  world.keys = () => Promise.reject(new Error('the database is gone'));
  await pass(10 * MINUTE);
  await pass(MINUTE / 2);
  assert.deepEqual(signedAt(), DOMAINS);
  assert.equal(warnings().length, 1);
  world.keys = async () => [FIRST];
  assert.equal(await pass(MINUTE), 1);
});

test('a check requested during another one follows it, and nothing continues after the close', async () => {
  const { watch, world, pass, clock } = await watching(everywhere(FIRST));
  const held = Promise.withResolvers<readonly DkimKey[]>();
  world.keys = () => held.promise;
  const first = watch.look();
  world.keys = async () => [NEXT];
  world.zone = everywhere(FIRST, NEXT);
  const second = watch.look();
  held.resolve([FIRST]);
  await Promise.all([first, second]);
  assert.equal(watch.signing()?.selector, NEXT.selector);
  watch.close();
  assert.equal(clock.pending, 0);
  assert.equal(await pass(20 * MINUTE), 0);
});
