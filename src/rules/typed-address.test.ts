import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeliverable, isEmail } from './address.ts';
import { typedAddress } from './typed-address.ts';

const JANE = 'jane@example.com';

test('blanks of every kind beside an address are removed', () => {
  for (const blank of [' ', '  ', '\t', '\n', '\u00a0', '\u3000', '\ufeff']) {
    assert.equal(typedAddress(`${blank}${JANE}`), JANE);
    assert.equal(typedAddress(`${JANE}${blank}`), JANE);
  }
});

test('invisible letters are removed wherever they are', () => {
  const codes = [0xad, 0x200b, 0x200e, 0x200f, 0x2060, 0xfeff];
  for (let code = 0x202a; code <= 0x202e; code += 1) codes.push(code);
  for (let code = 0x2066; code <= 0x2069; code += 1) codes.push(code);
  for (const code of codes) {
    const unseen = String.fromCodePoint(code);
    const typed = `${unseen}ja${unseen}ne@example${unseen}.com ${unseen}`;
    assert.equal(typedAddress(typed), JANE, code.toString(16));
  }
});

test('joiners stay: words of Persian and Hindi are spelt with them', () => {
  assert.equal(typedAddress('نامه\u200cای@example.com'), 'نامه\u200cای@example.com');
});

test('the decoration that mail programs and web pages put around an address is removed', () => {
  // J is the address, and an underscore a blank.
  const around = `mailto:J MailTo:J mailto:_J <J> <_J_> <mailto:J> mailto:<J> mailto://J MAILTO://J <mailto://J>
    mailto:_//J mailto:J?subject=Hello&body=How%20are%20you <mailto:J?subject=Hello> mailto:J?subject=100%25
    //J J?subject=Hello J> J. <J>. <J.> _\u200e<J>\u200e_`;
  for (const decorated of around.split(/\s+/)) {
    const typed = decorated.replace('J', JANE).replaceAll('_', ' ');
    assert.equal(typedAddress(typed), JANE, typed);
  }
});

test('a link with encoded letters is rejected, and is not read as another mailbox; a text that is not a link stays', () => {
  for (const text of [
    'mailto:jane%2Bshop@example.com',
    'mailto://jane%40home@example.com',
    'jane%2Bshop@example.com',
    'who?@example.com',
    '/jane@example.com',
  ]) {
    assert.equal(typedAddress(text), text);
  }
  assert.ok(!isDeliverable(typedAddress('mailto:jane%2Bshop@example.com')));
});

test('signs within an address stay, and a text that is not an address does not become one', () => {
  for (const text of [
    'jane doe@example.com',
    'Jane Doe <jane@example.com',
    '"<"@example.com',
    'a@b',
  ]) {
    assert.equal(typedAddress(text), text);
  }
  assert.equal(typedAddress('jane@example.com..'), 'jane@example.com.', 'one final dot');
  assert.ok(!isEmail(typedAddress('Jane Doe <jane@example.com>')));
  for (const text of ['', ' ', '\u200b', '<>', 'mailto:']) assert.equal(typedAddress(text), '');
});
