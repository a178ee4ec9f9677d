import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { configOf } from '../../config/reading.fixture.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns } from '#support/zone-resolver.ts';
import { action, type FilterAnswer, fakeFilter } from '#support/fake-filter.ts';
import { findingLines } from './examination.ts';
import { examineFilter, examineLists } from './unwanted-mail.ts';

const filterAt = (FILTER: string) =>
  examineFilter({ config: configOf({ FILTER }), clock: new FakeClock() });

async function examined(t: TestContext, says: FilterAnswer) {
  const fake = await fakeFilter(t, says);
  const found = await filterAt(`http://127.0.0.1:${fake.port}`);
  return { fake, lines: found.map(findingLines).join('') };
}

test('the doctor pings the filter and sends it GTUBE', async (t) => {
  const { fake, lines } = await examined(t, action('reject'));
  assert.equal(lines, 'ok       FILTER: it answers with reject to GTUBE\n');
  assert.deepEqual(
    fake.asked.map(({ line }) => line),
    ['GET /ping', 'POST /checkv2'],
  );
  assert.match(fake.asked[1]?.body.toString() ?? '', /GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL/);
});

test('the doctor reports a filter that accepts GTUBE or does not answer', async (t) => {
  assert.match(
    (await examined(t, action('no action'))).lines,
    /^warning .* it answers with no action to GTUBE/,
  );
  const html: FilterAnswer = (_, response) => void response.end('<html>');
  assert.match((await examined(t, html)).lines, /^wrong .*\(unknown action\)\n.*is not filtered/);
  const { port, stop } = await fakeFilter(t);
  await stop();
  const found = await filterAt(`http://127.0.0.1:${port}`);
  assert.match(found.map(findingLines).join(''), /^wrong .*\(ECONNREFUSED\)/);
  assert.deepEqual(await filterAt(''), []);
});

test('the doctor looks up in each list the address that every list has, and the one that no list has', async () => {
  const DNS_LISTS = 'good.test,world.test,refuses.test,gone.test';
  const { resolve } = fakeDns({
    '2.0.0.127.good.test': { A: ['127.0.0.2'] },
    '2.0.0.127.world.test': { A: ['127.0.0.2'] },
    '1.0.0.127.world.test': { A: ['127.0.0.2'] },
    '2.0.0.127.refuses.test': { A: ['127.255.255.254'] },
  });
  const found = await examineLists({ config: configOf({ DNS_LISTS }), resolve });
  assert.deepEqual(
    found.map(({ level, text }) => `${level} ${text}`),
    [
      'ok it answers',
      'warning it lists every address',
      'warning it refuses our queries',
      'warning it does not answer, or is not a list',
    ],
  );
});

test('the doctor waits eight seconds for the filter', async (t) => {
  const heard = Promise.withResolvers<void>();
  const { port } = await fakeFilter(t, () => heard.resolve());
  const clock = new FakeClock();
  const config = configOf({ FILTER: `http://127.0.0.1:${port}` });
  const found = examineFilter({ config, clock });
  await heard.promise;
  clock.advance(7999);
  assert.equal(clock.pending, 1);
  clock.advance(1);
  assert.equal(clock.pending, 0);
  assert.match((await found).map(findingLines).join(''), /^wrong .*\(no answer in time\)/);
});
