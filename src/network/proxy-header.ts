/**
 * The PROXY protocol, versions 1 and 2: a load balancer's statement about the client, before the client's octets
 * (https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt). Pure: octets in, a verdict out.
 */

import { isIP } from 'node:net';

export type ProxyHeader =
  /** All octets match so far, and more are needed. */
  | 'incomplete'
  /** No header, or one that breaks the rules. */
  | 'wrong'
  | {
      /** Octets of the header; the client's octets follow. */
      length: number;
      /** The client's address; undefined if the proxy connects for itself (LOCAL, UNKNOWN), as for a health check. */
      address: string | undefined;
    };

/** Section 2.1: the longest header of version 1, with its CRLF. */
const LONGEST_V1 = 107;
/** Section 2.2. */
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const FIXED_OCTETS = 16;
/** Addresses and additional data, of version 2. Section 2.2 asks senders to keep within 536 octets if they can. */
const LONGEST_V2 = 2048;

const LOCAL = 0x20;
const PROXY = 0x21;
const TCP4 = 0x11;
const TCP6 = 0x21;
/** Octets of the addresses and ports of each. */
const TCP4_OCTETS = 12;
const TCP6_OCTETS = 36;

/** @param octets all octets of the connection so far */
export function readProxyHeader(octets: Buffer): ProxyHeader {
  const compared = Math.min(octets.length, SIGNATURE.length);
  if (octets.subarray(0, compared).equals(SIGNATURE.subarray(0, compared))) return version2(octets);
  return version1(octets);
}

function version1(octets: Buffer): ProxyHeader {
  const start = 'PROXY ';
  const head = octets.toString('latin1', 0, LONGEST_V1);
  if (!head.startsWith(start.slice(0, head.length))) return 'wrong';
  const end = head.indexOf('\r\n');
  if (end < 0) return octets.length < LONGEST_V1 ? 'incomplete' : 'wrong';
  const length = end + 2;
  const [family, ...rest] = head.slice(start.length, end).split(' ');
  // The text after UNKNOWN is ignored.
  if (family === 'UNKNOWN') return { length, address: undefined };
  const version = { TCP4: 4, TCP6: 6 }[family ?? ''];
  const [from = '', to = '', fromPort = '', toPort = '', ...more] = rest;
  const fits =
    version !== undefined &&
    [from, to].every((address) => isIP(address) === version && !address.includes('%')) &&
    [fromPort, toPort].every(isPort) &&
    more.length === 0;
  if (!fits) return 'wrong';
  return { length, address: version === 4 ? from : ipv6(from) };
}

const isPort = (text: string) => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535;

function version2(octets: Buffer): ProxyHeader {
  if (octets.length < FIXED_OCTETS) return 'incomplete';
  const command = octets.readUInt8(12);
  const family = octets.readUInt8(13);
  const size = octets.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || size > LONGEST_V2) return 'wrong';
  const length = FIXED_OCTETS + size;
  const needed = { [TCP4]: TCP4_OCTETS, [TCP6]: TCP6_OCTETS }[family] ?? 0;
  if (command === PROXY && size < needed) return 'wrong';
  if (octets.length < length) return 'incomplete';
  // A family with unknown addresses: the connection's own address counts.
  if (command === LOCAL || needed === 0) return { length, address: undefined };
  const source = octets.subarray(FIXED_OCTETS);
  return { length, address: family === TCP4 ? ipv4(source) : ipv6(groups(source)) };
}

const ipv4 = (octets: Buffer) => octets.subarray(0, 4).join('.');

const groups = (octets: Buffer) =>
  Array.from({ length: 8 }, (_, i) => octets.readUInt16BE(2 * i).toString(16)).join(':');

/**
 * In the system's spelling, without leading zeros; the URL parser finds the longest run of zeros. An IPv4-mapped
 * address (RFC 4291 section 2.5.5.2) becomes the IPv4 address: its client must not be counted or judged as another one.
 */
function ipv6(text: string): string {
  const spelled = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(spelled) ?? [];
  if (high === undefined || low === undefined) return spelled;
  const octets = Buffer.alloc(4);
  octets.writeUInt16BE(Number.parseInt(high, 16));
  octets.writeUInt16BE(Number.parseInt(low, 16), 2);
  return ipv4(octets);
}
