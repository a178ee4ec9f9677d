import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { FakeDns } from '#support/fake-dns.ts';
import { rememberingResolver } from './remembering-resolver.ts';

test('a name is asked for once in 30 s, however many want to know', async () => {
  const clock = new FakeClock();
  const dns = new FakeDns({ 'a.test': { a: ['192.0.2.1'] } });
  const resolver = rememberingResolver(dns, clock);
  const answers = await Promise.all([resolver.resolve4('a.test'), resolver.resolve4('a.test')]);
  assert.deepEqual(answers, [['192.0.2.1'], ['192.0.2.1']]);
  clock.advance(29_999);
  await resolver.resolve4('a.test');
  assert.deepEqual(dns.questions, ['A a.test']);
  clock.advance(1);
  await resolver.resolve4('a.test');
  assert.equal(dns.questions.length, 2);
});

test('a failure is not remembered', async () => {
  const zones: Record<string, { mx: string | { exchange: string; priority: number }[] }> = {
    'a.test': { mx: 'ESERVFAIL' },
  };
  const resolver = rememberingResolver(new FakeDns(zones), new FakeClock());
  await assert.rejects(resolver.resolveMx('a.test'), { code: 'ESERVFAIL' });
  zones['a.test'] = { mx: [{ exchange: 'b.test', priority: 1 }] };
  assert.deepEqual(await resolver.resolveMx('a.test'), [{ exchange: 'b.test', priority: 1 }]);
});

test('at most 5000 answers of one kind are kept, the newest', async () => {
  const names = Array.from({ length: 5001 }, (_, i) => `n${i}.test`);
  const dns = new FakeDns(
    Object.fromEntries(names.map((name) => [name, { aaaa: ['2001:db8::1'] }])),
  );
  const resolver = rememberingResolver(dns, new FakeClock());
  for (const name of names) await resolver.resolve6(name);
  await resolver.resolve6('n5000.test');
  assert.equal(dns.questions.length, 5001);
  await resolver.resolve6('n0.test');
  assert.equal(dns.questions.length, 5002);
});
