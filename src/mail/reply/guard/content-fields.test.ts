import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock } from '../../message/header-block.ts';
import { readContent, readParameters } from './content-fields.ts';

const named = (field: string) => {
  const read = readParameters(field);
  return read && [read.value, Object.fromEntries(read.named)];
};

test('parameters are parsed in all forms in use', () => {
  for (const [field, ...expected] of [
    [' text/plain', 'text/plain', {}],
    ['text/plain; Charset=UTF-8 ;', 'text/plain', { charset: 'UTF-8' }],
    ['text/plain;;charset="utf-8";\r\n\tname=x', 'text/plain', { charset: 'utf-8', name: 'x' }],
    ['a; name="x \\"y\\" ; z"', 'a', { name: 'x "y" ; z' }],
    ['a; name=two words.pdf; b=c', 'a', { name: 'two words.pdf', b: 'c' }],
    ['a (one (two) three); b=c (d)', 'a', { b: 'c' }],
    ['a; b="(c)"', 'a', { b: '(c)' }],
    ["a; name*=iso-8859-1'de'%FCber", 'a', { 'name*': '\u00fcber' }],
    ['a; name*1="c"; name*0*=utf-8\'\'%C3%BC', 'a', { 'name*': '\u00fcc' }],
    ["a; name*0*=utf-8''%C3; name*1*=%BC; name=x", 'a', { 'name*': '\u00fc', name: 'x' }],
    ['a; b="c"; B=c', 'a', { b: 'c' }],
    ['a; charset=utf-8; charset="UTF-8"', 'a', { charset: 'UTF-8' }],
    ['a; name*0=%41; name*1*=%41', 'a', { 'name*': '%41A' }],
  ] as const) {
    assert.deepEqual(named(field), expected, field);
  }
  const broken =
    'a; b=c; B=d|a; boundary=b; boundary=B|a; charset=utf-8; charset=utf-16|a; b="c|a; b|a; =b|a; b="c" d';
  for (const field of broken.split('|')) assert.equal(readParameters(field), undefined, field);
  assert.equal(readParameters("a; b*=x-nobody''c")?.readable, false);
  assert.equal(readParameters("a; b*=utf-8''c")?.readable, true);
});

test('the fields of a part describe its content, and contradictory fields give undefined', () => {
  const content = (header: string) => readContent(HeaderBlock.read(Buffer.from(header)));
  const plain = {
    type: 'text/plain',
    charset: undefined,
    encoding: '7bit',
    boundary: undefined,
    fileName: '',
  };
  assert.deepEqual(content(''), plain);
  assert.deepEqual(content('Content-Type: TEXT\r\n'), plain);
  const html =
    'Content-Type: Text/HTML; charset=X; name=A.htm\r\nContent-Transfer-Encoding: BASE64 (x)\r\n' +
    'Content-Disposition: inline; filename=B.htm\r\n';
  const described = { type: 'text/html', charset: 'X', encoding: 'base64', fileName: 'b.htm' };
  assert.deepEqual(content(html), { ...plain, ...described });
  for (const header of [
    'Content-Type: a/b\r\nContent-Type: a/b\r\n',
    'Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: 8bit\r\n',
    'Content-Type: a b/c\r\n',
    'Content-Type:\r\n',
    "Content-Type: a/b; charset*=''x\r\n",
  ]) {
    assert.equal(content(header), undefined, header);
  }
});

test('a file name is found in each form that programs write', () => {
  for (const header of [
    'Content-Type: a/b; name="J\xf6RG.vcf"',
    "Content-Type: a/b; name*=iso-8859-1''J%F6rg.VCF",
    'Content-Type: a/b; name="=?iso-8859-1?Q?J=F6rg=2Evcf?="',
    'Content-Disposition: attachment; filename="=?utf-8?B?SsO2cmcudmNm?="',
    'Content-Disposition: attachment;\r\n filename="=?utf-8?Q?J=C3=B6?=\r\n =?utf-8?Q?rg=2Evcf?="',
    "Content-Disposition: attachment; filename*0*=utf-8''J%C3%B6; filename*1=rg.vcf",
  ]) {
    const block = HeaderBlock.read(Buffer.from(`${header}\r\n`));
    assert.equal(readContent(block)?.fileName, 'j\u00f6rg.vcf', header);
  }
});

test('an encoding name with a hyphen is read as mail programs read it', () => {
  for (const [written, encoding] of [
    ['8-bit', '8bit'],
    ['7-BIT', '7bit'],
    ['8bits', '8bit'],
    ['8 bit (x)', '8bit'],
    ['9-bit', '9-bit'],
    ['x-8-bit', 'x-8-bit'],
  ] as const) {
    const block = HeaderBlock.read(Buffer.from(`Content-Transfer-Encoding: ${written}\r\n`));
    assert.equal(readContent(block)?.encoding, encoding);
  }
});
