import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpfRecord, spfRecordAmong } from './record.ts';

test('the SPF record is chosen among the TXT records of a name', () => {
  assert.equal(spfRecordAmong([]), 'none');
  assert.equal(spfRecordAmong(['v=spf10 -all', 'v=spf1-all', ' v=spf1 -all', 'x']), 'none');
  assert.equal(spfRecordAmong(['v=spf1 -all', 'V=SPF1']), 'permerror');
  assert.equal(spfRecordAmong(['v=spf1 -al']), 'permerror');
  const texts = ['x', 'v=sPf1  -ALL '];
  const record = spfRecordAmong(texts);
  const mechanisms = [{ kind: 'all', result: 'fail' }];
  assert.deepEqual(record, { mechanisms, redirect: undefined });
  assert.equal(spfRecordAmong(texts), record, 'a set is read once');
});

test('parsed records take bounded memory: after a megabyte of other texts a record is parsed again', () => {
  const texts = ['v=spf1 -all'];
  const record = spfRecordAmong(texts);
  const others = (count: number) => {
    for (let i = 0; i < count; i++) spfRecordAmong([`v=spf1${' ip6:::'.repeat(2300)}`]);
  };
  others(32);
  assert.equal(spfRecordAmong(texts), record);
  others(64);
  assert.notEqual(spfRecordAmong(texts), record);
});

test('every invalid term makes the whole record a permerror', () => {
  const words = `
    -all: all/8 al include include: include/8 exists exists:a a: a:x a/33 a/08 a//129 a/ a:b.c/ mx:b.c/24/64 ptr: ptr/8
    ip4 ip4:1.2.3 ip4:1.2.3.4/33 ip4:1.2.3.4/024 ip4:::1 ip4:1.2.3.4//32 ip6:1.2.3.4 ip6:::1/129 ip6:fe80::1%eth0
    redirect= redirect=a redirect:a.b x=%{ !all --all a\xe9 include:\xe9.example =x`;
  const modifiers = ['redirect=a.b redirect=a.b', 'exp=%{c}.a.b exp=a.b', 'exp=a.b exp=a.b'];
  for (const term of [...words.trim().split(/\s+/), ...modifiers, 'a\tmx']) {
    assert.equal(parseSpfRecord(`v=spf1 ${term} -all`), undefined, term);
  }
});

// Every other term: test/standards/spf.test.ts.
test('a name in a term may have slashes before the lengths of its prefixes', () => {
  const [a] = parseSpfRecord('v=spf1 ~A:b/c.d/0//0')?.mechanisms ?? [];
  assert.deepEqual(a, { kind: 'a', result: 'softfail', target: ['b/c.d'], prefix4: 0, prefix6: 0 });
});
