import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf, refusal } from './reading.fixture.ts';

test('lists of senders are DNS zones, with or without the answers that count', () => {
  const DNS_LISTS = 'Zen.Example.org, bl.example.org=127.0.0.2-4,one.example.org=127.0.1.2';
  assert.deepEqual(configOf({ DNS_LISTS }).filter.dnsLists, [
    { zone: 'zen.example.org' },
    { zone: 'bl.example.org', codes: ['127.0.0.2', '127.0.0.3', '127.0.0.4'] },
    { zone: 'one.example.org', codes: ['127.0.1.2'] },
  ]);
  for (const wrong of [
    'zen',
    'zen.example.org=',
    'zen.example.org=10.0.0.2',
    'zen.example.org=127.0.0.9-2',
    'zen.example.org=127.0.0.2-300',
    'zen.example.org=127.0.300.2',
    'zen.example.org=127.0.0.2=3',
  ]) {
    assert.equal(
      refusal({ DNS_LISTS: wrong }),
      `DNS_LISTS must be lists such as zen.example.org or bl.example.org=127.0.0.2-11, separated by commas, but contains "${wrong}".`,
    );
  }
  const eleven = Array.from({ length: 11 }, (_, i) => `list-${i}.example.org`).join(',');
  assert.equal(refusal({ DNS_LISTS: eleven }), 'DNS_LISTS must be at most 10 lists, but has 11.');
});
