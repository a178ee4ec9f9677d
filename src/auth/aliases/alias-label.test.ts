import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutLabel, labelOf, siteOf } from './alias-label.ts';

test('a label is one line of 200 characters at most, whatever its script', () => {
  assert.equal(labelOf('  shoes \r\n and\tsocks\u2028\0 '), 'shoes and socks');
  assert.equal(labelOf(' \n '), '');
  for (const character of ['x', '\u{1f45f}', 'ح', '<']) {
    const longest = character.repeat(200);
    assert.equal(labelOf(longest), longest);
    assert.equal(labelOf(longest + character), undefined);
    assert.equal(cutLabel(`${longest}${character}`), longest);
  }
  assert.equal(labelOf('\ud800'), '\ufffd', 'a database keeps no lone surrogate');
});

test('the site is the host, however a program writes it', () => {
  for (const text of [
    'shop.example',
    'www.shop.example',
    'shop.example:8443',
    'https://Shop.Example/account?next=1',
    'http://user:secret@shop.example:80/',
    'https://www.shop.example/',
  ]) {
    assert.equal(siteOf(text), 'shop.example', text);
  }
  assert.equal(siteOf('https://münchen.example/'), 'xn--mnchen-3ya.example');
  assert.equal(siteOf('www.example'), 'www.example');
  for (const none of ['', '  ', 'https://', 'a b', `${'x.'.repeat(127)}xx`]) {
    assert.equal(siteOf(none), '', none);
  }
});
