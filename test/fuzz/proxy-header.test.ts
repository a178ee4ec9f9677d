import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { readProxyHeader } from '#network/proxy-header.ts';
import { fuzz } from './fuzzing.ts';

const V1 = Buffer.from('PROXY TCP6 2001:db8::33 2001:db8::1 49153 25\r\nEHLO a\r\n');
const V1_ALPHABET = Buffer.from('PROXY TCP46UNKNOWN0123456789:.abcf%\r\n \u0000', 'latin1');
const V2 = Buffer.concat([
  Buffer.from('0d0a0d0a000d0a515549540a2111000cc00002210a000001c0010050', 'hex'),
  Buffer.from('EHLO a\r\n'),
]);
const V2_ALPHABET = Buffer.from([0, 1, 0x10, 0x11, 0x12, 0x20, 0x21, 0x22, 0x31, 0xff, 12, 36]);

fuzz(
  'any octets of a proxy are a header, are rejected, or end within 2,064 octets',
  async (chance) => {
    for (const [seed, alphabet] of [
      [V1, V1_ALPHABET],
      [V2, V2_ALPHABET],
    ] as const) {
      const said = chance.mutate(seed, alphabet);
      const header = readProxyHeader(said);
      if (header === 'incomplete') {
        assert.ok(said.length < 2064);
        const filled = readProxyHeader(Buffer.concat([said, Buffer.alloc(2064)]));
        assert.notEqual(filled, 'incomplete');
        continue;
      }
      if (header === 'wrong') continue;
      assert.ok(header.length <= said.length);
      if (header.address !== undefined) assert.notEqual(isIP(header.address), 0, header.address);
      // Octets after the header change nothing, and with fewer octets the reader waits.
      assert.deepEqual(readProxyHeader(Buffer.concat([said, Buffer.from('QUIT\r\n')])), header);
      assert.equal(readProxyHeader(said.subarray(0, header.length - 1)), 'incomplete');
    }
  },
);
