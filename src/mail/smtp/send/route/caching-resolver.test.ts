import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FakeClock } from '#support/fake-clock.ts';
import { FakeDns } from '#support/fake-dns.ts';
import { cachingResolver } from './caching-resolver.ts';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
}

test('a name is queried once in 30 s, whatever the number of simultaneous look-ups', async () => {
  const clock = new FakeClock();
  const dns = new FakeDns({ 'a.test': { a: ['192.0.2.1'] } });
  const resolver = cachingResolver(dns, clock);
  const answers = await Promise.all([resolver.resolve4('a.test'), resolver.resolve4('a.test')]);
  assert.deepEqual(answers, [['192.0.2.1'], ['192.0.2.1']]);
  clock.advance(29_999);
  await resolver.resolve4('a.test');
  assert.deepEqual(dns.questions, ['A a.test']);
  clock.advance(1);
  await resolver.resolve4('a.test');
  assert.equal(dns.questions.length, 2);
});

test('a failure is not cached', async () => {
  const zones: Record<string, { mx: string | { exchange: string; priority: number }[] }> = {
    'a.test': { mx: 'ESERVFAIL' },
  };
  const resolver = cachingResolver(new FakeDns(zones), new FakeClock());
  await assert.rejects(resolver.resolveMx('a.test'), { code: 'ESERVFAIL' });
  zones['a.test'] = { mx: [{ exchange: 'b.test', priority: 1 }] };
  assert.deepEqual(await resolver.resolveMx('a.test'), [{ exchange: 'b.test', priority: 1 }]);
});

test('at most 5000 answers of one type are cached, the newest', async () => {
  const names = Array.from({ length: 5001 }, (_, i) => `n${i}.test`);
  const dns = new FakeDns(
    Object.fromEntries(names.map((name) => [name, { aaaa: ['2001:db8::1'] }])),
  );
  const resolver = cachingResolver(dns, new FakeClock());
  for (const name of names) await resolver.resolve6(name);
  await resolver.resolve6('n5000.test');
  assert.equal(dns.questions.length, 5001);
  await resolver.resolve6('n0.test');
  assert.equal(dns.questions.length, 5002);
});

test('of an answer with thousands of records the 20 most preferred are cached', async () => {
  const addresses = Array.from({ length: 4000 }, (_, i) => `192.0.${i >> 8}.${i & 255}`);
  const exchanges = addresses.map((_, i) => ({ exchange: `${i}.test`, priority: 4000 - i }));
  const zone = { mx: exchanges, a: addresses };
  const resolver = cachingResolver(new FakeDns({ 'a.test': zone }), new FakeClock());
  const kept = await resolver.resolveMx('a.test');
  assert.deepEqual(kept, exchanges.slice(-20).toReversed());
  assert.equal((await resolver.resolve4('a.test')).length, 20);
});

test('an expired answer is freed by the next look-up', async () => {
  const clock = new FakeClock();
  const records: WeakRef<object>[] = [];
  const resolveMx = async () => {
    const record = { exchange: 'b.test', priority: 1 };
    records.push(new WeakRef(record));
    return [record];
  };
  const resolver = cachingResolver(Object.assign(new FakeDns(), { resolveMx }), clock);
  await resolver.resolveMx('first.test');
  clock.advance(29_999);
  await resolver.resolveMx('second.test');
  clock.advance(1);
  await resolver.resolveMx('third.test');
  // Within one turn of the event loop nothing that was just made is collected.
  await setImmediate();
  collectGarbage();
  const gone = records.map((record) => record.deref() === undefined);
  assert.deepEqual(gone, [true, false, false]);
});
