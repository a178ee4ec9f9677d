/** The wire format of the DNS: RFC 1035 section 4, with EDNS0. Input is untrusted, so every read is checked. */

import { NameReader } from './names.ts';

const HEADER_OCTETS = 12;
/** RD: recursion desired. AD in a query requests the AD bit of the answer (RFC 6840 section 5.7). */
const QUERY_FLAGS = 0x0120;
const INTERNET = 1;
const OPT = 41;
/** RFC 6891 section 6.2.5: the largest UDP answer that we accept; it fits into one IPv6 packet everywhere. */
const UDP_OCTETS = 1232;
const OPT_OCTETS = 11;
/** Larger answers are rejected: parsing them would take too long. */
export const ANSWER_OCTETS = 16_384;

/** One question to a recursive server. @param name in wire form */
export function encodeQuery(id: number, name: Buffer, type: number): Buffer {
  const query = Buffer.alloc(HEADER_OCTETS + name.length + 4 + OPT_OCTETS);
  query.writeUInt16BE(id, 0);
  query.writeUInt16BE(QUERY_FLAGS, 2);
  query.writeUInt16BE(1, 4);
  query.writeUInt16BE(1, 10);
  const end = HEADER_OCTETS + name.copy(query, HEADER_OCTETS);
  query.writeUInt16BE(type, end);
  query.writeUInt16BE(INTERNET, end + 2);
  // RFC 6891 section 6.1.2: the root as name, then type and size; version, flags and options stay 0.
  query.writeUInt16BE(OPT, end + 5);
  query.writeUInt16BE(UDP_OCTETS, end + 7);
  return query;
}

/**
 * Whether a message is an answer to this query: RFC 5452 section 9.1 requires the id and the question. `case`: its name differs in
 * case, so it may be from someone who has not seen the query, or from a server that normalizes names.
 */
export function answers(message: Buffer, query: Buffer): 'yes' | 'case' | 'no' {
  const end = query.length - OPT_OCTETS;
  const isOne =
    message.length >= end &&
    message.readUInt16BE(0) === query.readUInt16BE(0) &&
    // QR, and opcode 0.
    (message.readUInt16BE(2) & 0xf800) === 0x8000 &&
    message.readUInt16BE(4) === 1;
  const [asked, repeated] = [query, message].map((one) =>
    one.toString('latin1', HEADER_OCTETS, end),
  );
  if (!isOne || asked?.toLowerCase() !== repeated?.toLowerCase()) return 'no';
  return asked === repeated ? 'yes' : 'case';
}

/** One record. Its data are not parsed yet. */
export type WireRecord = {
  /** In lower case. */
  name: string;
  type: number;
  /** Seconds. */
  ttl: number;
  /** Start and end of its data in the message. */
  start: number;
  end: number;
};

export type DnsReply = {
  names: NameReader;
  rcode: number;
  truncated: boolean;
  /** AD. */
  authentic: boolean;
  /** AA, or RA: the server is authoritative for the zone, or resolves. */
  knows: boolean;
  answer: WireRecord[];
  authority: WireRecord[];
};

/** The answer to a query. @returns undefined if it is malformed or too large. A truncated part is not read. */
export function readReply(message: Buffer, query: Buffer): DnsReply | undefined {
  if (message.length > ANSWER_OCTETS) return undefined;
  const flags = message.readUInt16BE(2);
  const truncated = (flags & 0x0200) !== 0;
  const names = new NameReader(message);
  const sections: WireRecord[][] = [[], []];
  let at = query.length - OPT_OCTETS;
  for (const [i, section] of sections.entries()) {
    const count = truncated ? 0 : message.readUInt16BE(6 + 2 * i);
    for (let n = 0; n < count; n++) {
      const record = recordAt(names, at);
      if (record === undefined) return undefined;
      if (record.class === INTERNET) section.push(record);
      at = record.end;
    }
  }
  const [answer = [], authority = []] = sections;
  const authentic = (flags & 0x0020) !== 0;
  return {
    names,
    rcode: flags & 15,
    truncated,
    authentic,
    knows: (flags & 0x0480) !== 0,
    answer,
    authority,
  };
}

function recordAt(names: NameReader, start: number): (WireRecord & { class: number }) | undefined {
  const { message } = names;
  const owner = names.at(start);
  if (owner === undefined || owner.end + 10 > message.length) return undefined;
  const at = owner.end;
  const data = at + 10;
  const end = data + message.readUInt16BE(at + 8);
  if (end > message.length) return undefined;
  const ttl = message.readUInt32BE(at + 4);
  return {
    name: owner.name,
    type: message.readUInt16BE(at),
    class: message.readUInt16BE(at + 2),
    // RFC 2181 section 8: a TTL with the highest bit set is 0.
    ttl: ttl > 0x7fffffff ? 0 : ttl,
    start: data,
    end,
  };
}
