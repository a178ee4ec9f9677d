import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  expand,
  isMacroString,
  macroValues,
  nameOfClient,
  parseDomainSpec,
  parseMacroString,
  targetName,
} from './macro.ts';
import { parseIp } from './networks.ts';

const sender = (address: string, local = 'strong-bad') => ({
  ip: parseIp(address) ?? assert.fail(),
  local,
  domain: 'email.example.com',
  helo: 'mx.example.org',
});

function expanded(text: string, address = '192.0.2.3', local?: string): string {
  const values = macroValues(sender(address, local), 'email.example.com', 'mx.example.org');
  return expand(parseMacroString(text) ?? assert.fail(text), values);
}

test('the examples of RFC 7208 section 7.4', () => {
  const examples = `
    %{s} strong-bad@email.example.com   %{o} email.example.com   %{d} email.example.com   %{d4} email.example.com
    %{d3} email.example.com   %{d2} example.com   %{d1} com   %{dr} com.example.email   %{d2r} example.email
    %{l} strong-bad   %{l-} strong.bad   %{lr} strong-bad   %{lr-} bad.strong   %{l1r-} strong
    %{ir}.%{v}._spf.%{d2} 3.2.0.192.in-addr._spf.example.com
    %{lr-}.lp._spf.%{d2} bad.strong.lp._spf.example.com
    %{lr-}.lp.%{ir}.%{v}._spf.%{d2} bad.strong.lp.3.2.0.192.in-addr._spf.example.com
    %{ir}.%{v}.%{l1r-}.lp._spf.%{d2} 3.2.0.192.in-addr.strong.lp._spf.example.com
    %{d2}.trusted-domains.example.net example.com.trusted-domains.example.net`;
  for (const example of examples.trim().split(/\n +| {3}/)) {
    const [text = '', expected] = example.split(' ');
    assert.equal(expanded(text), expected, text);
  }
  assert.equal(
    expanded('%{ir}.%{v}._spf.%{d2}', '2001:db8::cb01'),
    '1.0.B.C.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.B.D.0.1.0.0.2.ip6._spf.example.com',
  );
});

test('letters, percent signs and several delimiters', () => {
  assert.equal(expanded('%{h}/%{p}%%%_%-'), 'mx.example.org/mx.example.org% %20');
  assert.equal(expanded('%{L}', undefined, "a b/c'd"), 'a%20b%2Fc%27d');
  assert.equal(expanded('%{l1r+-/}', undefined, 'a+b-c/d'), 'a');
  assert.equal(expanded('%{l999999999999999999999}', undefined, 'a.b'), 'a.b');
});

test('an invalid macro invalidates the text', () => {
  for (const text of ['%', '%{', '%{}', '%{x}', '%{d', '%{d0}', '%{dx}', '%{d2r2}', '%a', 'a b']) {
    assert.equal(isMacroString(text), false, text);
  }
  for (const text of ['', 'a', '%%', '%{d2r.-}', '%{D}']) assert.ok(isMacroString(text), text);
});

test('the name in a term ends with a macro or with a top label', () => {
  for (const text of ['a.b', 'a.b.', '%{d}', 'x%{i}', '%{i}.a-b', '_x.a1', 'a/b:c.d', 'a.%%']) {
    assert.ok(parseDomainSpec(text), text);
  }
  for (const text of ' a a. a.1 a.-b a.b- a.b.. %{d}. %{c} %{r} a.b/'.split(' ')) {
    assert.equal(parseDomainSpec(text), undefined, text);
  }
});

test('a name that is too long loses labels on its left', () => {
  const name = (text: string, local: string) =>
    targetName(
      parseDomainSpec(text) ?? assert.fail(text),
      macroValues(sender('192.0.2.3', local), 'd.example', 'unknown'),
    );
  const label = 'x'.repeat(49);
  const long = `${label}.`.repeat(6);
  assert.equal(name(`%{l}${label}.${label}.%{d}`, long), `${`${label}.`.repeat(4)}d.example`);
  assert.equal(name('%{l}.%{d}', `${'y.'.repeat(200)}y`)?.length, 253);
  assert.equal(name('%{l}.d.example', 'x'.repeat(64)), undefined, 'a label of 64 octets');
  assert.equal(name('%{l}.d.example', 'a.'), undefined, 'an empty label');
  assert.ok((name(`${'%{s}'.repeat(500)}.d.example`, 'a.b')?.length ?? 0) > 240);
});

test('the name of a client is the validated name nearest to the domain', () => {
  assert.equal(nameOfClient(['x.test', 'mx.d.example', 'd.example'], 'd.example'), 'd.example');
  assert.equal(nameOfClient(['x.test', 'mx.d.example'], 'd.example'), 'mx.d.example');
  assert.equal(nameOfClient(['xd.example'], 'd.example'), 'xd.example');
  assert.equal(nameOfClient([], 'd.example'), 'unknown');
});
