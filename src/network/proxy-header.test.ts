import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProxyHeader } from './proxy-header.ts';

const v1 = (line: string) => Buffer.from(`PROXY ${line}\r\n`);

/** Version 2. @param command 0x20 LOCAL, 0x21 PROXY */
function v2(command: number, family: number, content: Buffer): Buffer {
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex');
  head.writeUInt8(command, 12);
  head.writeUInt8(family, 13);
  head.writeUInt16BE(content.length, 14);
  return Buffer.concat([head, content]);
}

const PORTS = Buffer.from([0xc0, 0x01, 0x00, 0x19]);
const TCP4 = Buffer.concat([Buffer.from([192, 0, 2, 33]), Buffer.from([10, 0, 0, 1]), PORTS]);
const TCP6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000033', 'hex'),
  Buffer.from('20010db8000000000000000000000001', 'hex'),
  PORTS,
]);
const MAPPED = Buffer.concat([
  Buffer.from('00000000000000000000ffffc0000201', 'hex'),
  Buffer.from('00000000000000000000ffff0a000001', 'hex'),
  PORTS,
]);
const TLV = Buffer.from('0400010a', 'hex');

const HEADERS: [what: string, header: Buffer, address: string | undefined][] = [
  ['IPv4, version 1', v1('TCP4 192.0.2.33 10.0.0.1 49153 25'), '192.0.2.33'],
  ['IPv6, version 1', v1('TCP6 2001:db8::33 2001:db8::1 49153 25'), '2001:db8::33'],
  ['IPv6 in capitals, version 1', v1('TCP6 2001:DB8:0::33 ::1 49153 25'), '2001:db8::33'],
  ['IPv4 as IPv6, version 1', v1('TCP6 ::ffff:192.0.2.1 ::ffff:10.0.0.1 1 25'), '192.0.2.1'],
  ['IPv4 as IPv6 in hexadecimal, version 1', v1('TCP6 0:0:0:0:0:FFFF:0:201 ::1 1 25'), '0.0.2.1'],
  ['IPv4 as IPv6, version 2', v2(0x21, 0x21, MAPPED), '192.0.2.1'],
  ['unknown, version 1', v1('UNKNOWN'), undefined],
  ['unknown with text, version 1', v1('UNKNOWN ffff::1 x y'), undefined],
  ['IPv4, version 2', v2(0x21, 0x11, TCP4), '192.0.2.33'],
  ['IPv6, version 2', v2(0x21, 0x21, TCP6), '2001:db8::33'],
  ['IPv4 with more fields, version 2', v2(0x21, 0x11, Buffer.concat([TCP4, TLV])), '192.0.2.33'],
  ['a health check by the proxy', v2(0x20, 0x00, Buffer.alloc(0)), undefined],
  ['a health check with addresses', v2(0x20, 0x11, TCP4), undefined],
  ['a Unix socket', v2(0x21, 0x31, Buffer.alloc(216)), undefined],
  ['an unspecified family', v2(0x21, 0x00, TLV), undefined],
];

for (const [what, header, address] of HEADERS) {
  test(`a header is read to its end and no further: ${what}`, () => {
    const said = Buffer.concat([header, Buffer.from('EHLO client.test\r\n')]);
    assert.deepEqual(readProxyHeader(said), { length: header.length, address });
    for (let octets = 0; octets < header.length; octets += 1) {
      assert.equal(readProxyHeader(header.subarray(0, octets)), 'incomplete', `${octets} octets`);
    }
  });
}

const WRONG: [what: string, said: Buffer][] = [
  ['SMTP', Buffer.from('EHLO')],
  ['HTTP', Buffer.from('GET / HTTP/1.1')],
  ['TLS', Buffer.from('160301', 'hex')],
  ['lower case', Buffer.from('proxy TCP4')],
  ['no family', v1('')],
  ['another family', v1('TCP5 192.0.2.33 10.0.0.1 1 25')],
  ['a family that does not match', v1('TCP6 192.0.2.33 10.0.0.1 1 25')],
  ['a name', v1('TCP4 client.example 10.0.0.1 1 25')],
  ['a zone', v1('TCP6 fe80::1%eth0 fe80::2 1 25')],
  ['a short address', v1('TCP4 192.0.2 10.0.0.1 1 25')],
  ['two blanks', v1('TCP4  192.0.2.33 10.0.0.1 1 25')],
  ['one port missing', v1('TCP4 192.0.2.33 10.0.0.1 1')],
  ['a field too many', v1('TCP4 192.0.2.33 10.0.0.1 1 25 x')],
  ['a port out of range', v1('TCP4 192.0.2.33 10.0.0.1 1 65536')],
  ['a port with a leading zero', v1('TCP4 192.0.2.33 10.0.0.1 01 25')],
  ['a line too long', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(100)}\r\n`)],
  ['a line without an end', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(93)}`)],
  ['another version', v2(0x31, 0x11, TCP4)],
  ['another command', v2(0x22, 0x11, TCP4)],
  ['truncated addresses', v2(0x21, 0x21, TCP4)],
  ['above the longest header', v2(0x21, 0x11, Buffer.alloc(2049))],
];

for (const [what, said] of WRONG) {
  test(`octets that are not a header are recognized at once: ${what}`, () => {
    assert.equal(readProxyHeader(said), 'wrong');
  });
}
