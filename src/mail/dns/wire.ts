/** The wire format of the DNS: RFC 1035 section 4, with EDNS0. What comes in is hostile, so every read is checked. */

const HEADER_OCTETS = 12;
/** Section 3.1: octets of a name with its lengths, and of a label. */
const NAME_OCTETS = 255;
const LABEL_OCTETS = 63;
/** Pointers that one name may be made of. A name of 255 octets has 127 labels at most, and few servers use a pointer for each. */
const MOST_POINTERS = 32;
/** RD: the server is to find the answer. AD in a query asks for the AD bit of the answer (RFC 6840 section 5.7). */
const QUERY_FLAGS = 0x0120;
const INTERNET = 1;
const OPT = 41;
/** RFC 6891 section 6.2.5: the largest UDP answer that we take; it fits into one IPv6 packet everywhere. */
const UDP_OCTETS = 1232;
const OPT_OCTETS = 11;
/** Answers above this are refused: reading them would take too long. */
export const ANSWER_OCTETS = 16_384;

/** Octets of a name that its text shows as they are. */
const PLAIN_LABEL = /^[!-\-/-[\]-~]+$/;
/** Names that are asked for: printable US-ASCII, no escapes. */
const PLAIN_NAME = /^[!-[\]-~]*$/;

/** @returns the name in wire form, or undefined where the text cannot be a name. @param name '' is the root */
export function encodeName(name: string): Buffer | undefined {
  if (name === '') return Buffer.of(0);
  if (name.length > NAME_OCTETS - 2 || !PLAIN_NAME.test(name)) return undefined;
  const octets = Buffer.alloc(name.length + 2);
  let at = 0;
  for (const label of name.split('.')) {
    if (label === '' || label.length > LABEL_OCTETS) return undefined;
    octets[at] = label.length;
    octets.write(label, at + 1, 'latin1');
    at += 1 + label.length;
  }
  return octets;
}

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

/** Whether a message is an answer to this query: RFC 5452 section 9.1 asks for the id and the question. */
export function answers(message: Buffer, query: Buffer): boolean {
  const end = query.length - OPT_OCTETS;
  return (
    message.length >= end &&
    message.readUInt16BE(0) === query.readUInt16BE(0) &&
    // QR, and opcode 0.
    (message.readUInt16BE(2) & 0xf800) === 0x8000 &&
    message.readUInt16BE(4) === 1 &&
    folded(message, end) === folded(query, end)
  );
}

/** The question. Upper and lower case are one; no octet of lengths, type and class is a capital letter. */
const folded = (message: Buffer, end: number) =>
  message.toString('latin1', HEADER_OCTETS, end).toLowerCase();

/** One record. Its data are not read yet. */
export type WireRecord = {
  /** Lower case. */
  name: string;
  type: number;
  /** Seconds. */
  ttl: number;
  /** Where its data begin and end in the message. */
  start: number;
  end: number;
};

export type Reply = {
  rcode: number;
  truncated: boolean;
  /** AD. */
  authentic: boolean;
  /** AA, or RA: the server speaks for the zone, or finds out. */
  knows: boolean;
  answer: WireRecord[];
  authority: WireRecord[];
};

/** A message that answers the query. @returns undefined where it breaks the format or is too large. What is cut off is not read. */
export function readReply(message: Buffer, query: Buffer): Reply | undefined {
  if (message.length > ANSWER_OCTETS) return undefined;
  const flags = message.readUInt16BE(2);
  const truncated = (flags & 0x0200) !== 0;
  const sections: WireRecord[][] = [[], []];
  let at = query.length - OPT_OCTETS;
  for (const [i, section] of sections.entries()) {
    const count = truncated ? 0 : message.readUInt16BE(6 + 2 * i);
    for (let n = 0; n < count; n++) {
      const record = recordAt(message, at);
      if (record === undefined) return undefined;
      if (record.class === INTERNET) section.push(record);
      at = record.end;
    }
  }
  const [answer = [], authority = []] = sections;
  const authentic = (flags & 0x0020) !== 0;
  return {
    rcode: flags & 15,
    truncated,
    authentic,
    knows: (flags & 0x0480) !== 0,
    answer,
    authority,
  };
}

function recordAt(message: Buffer, start: number): (WireRecord & { class: number }) | undefined {
  const owner = nameAt(message, start);
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

/**
 * A name with what its pointers lead to (section 4.1.4), in lower case without the final dot; octets that a text cannot show are
 * escaped as in section 5.1. @returns undefined where it breaks the format, or its pointers lead in a circle
 */
export function nameAt(message: Buffer, start: number): { name: string; end: number } | undefined {
  let name = '';
  let end: number | undefined;
  let octets = 1;
  let pointers = 0;
  for (let at = start; ; ) {
    const length = message[at];
    if (length === undefined) return undefined;
    if (length === 0) return { name: name.toLowerCase(), end: end ?? at + 1 };
    if (length >= 0xc0) {
      const low = message[at + 1];
      if (low === undefined || ++pointers > MOST_POINTERS) return undefined;
      end ??= at + 2;
      const target = ((length & 0x3f) << 8) | low;
      // Section 4.1.4: to a prior occurrence. So no pointer leads to itself.
      if (target >= at || target < HEADER_OCTETS) return undefined;
      at = target;
      continue;
    }
    octets += 1 + length;
    if (length > LABEL_OCTETS || octets > NAME_OCTETS || at + 1 + length > message.length) {
      return undefined;
    }
    const label = message.toString('latin1', at + 1, at + 1 + length);
    name += (name === '' ? '' : '.') + (PLAIN_LABEL.test(label) ? label : escaped(label));
    at += 1 + length;
  }
}

const escaped = (label: string) =>
  label.replaceAll(/[^!-~]|[.\\]/g, (sign) =>
    sign === '.' || sign === '\\'
      ? `\\${sign}`
      : `\\${String(sign.charCodeAt(0)).padStart(3, '0')}`,
  );
