/** Messages of a DNS server: RFC 1035 section 4. Independent of the code under test, so that it can check it. */

/** The records of a name. Without any member the name exists without records. */
export type ServedName = {
  A?: string[];
  AAAA?: string[];
  MX?: [priority: number, exchange: string][];
  NS?: string[];
  PTR?: string[];
  /** A text of more than 255 octets, or several texts, are several strings of one record. */
  TXT?: (string | string[])[];
  CNAME?: string;
  /** The data in hexadecimal digits, the three numbers first. */
  TLSA?: string[];
  /** Seconds; 300 by default. */
  ttl?: number;
  /** Instead of records: 2 SERVFAIL, 5 REFUSED. */
  rcode?: number;
  /** The answer has the AD bit. */
  authentic?: boolean;
};

export type Question = {
  /** Lower case. */
  name: string;
  /** `A`, or a number for a type that is not served. */
  type: string;
  code: number;
  /** Index of the question's end in the query. */
  end: number;
  /** Octets that fit into a UDP answer: the number in EDNS0, or 512. */
  udpOctets: number;
};

type Served = { name: string; type: number; ttl: number; data: Buffer };
export type Found = { records: Served[]; rcode: number; authentic: boolean };

const TYPES = { A: 1, NS: 2, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28, TLSA: 52 } as const;
const SOA = 6;
const INTERNET = 1;
const HEADER_OCTETS = 12;
/** QR, AA, RD and RA. */
const RESPONSE = 0x8580;
const TRUNCATED = 0x0200;
const AUTHENTIC = 0x0020;
const NXDOMAIN = 3;
const MOST_ALIASES = 20;

export function questionOf(query: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_OCTETS;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = query.readUInt16BE(at + 1);
  const end = at + 5;
  const type = Object.entries(TYPES).find(([, known]) => known === code)?.[0] ?? String(code);
  // RFC 6891 section 6.1.2: the OPT record of a query follows its question directly.
  const edns = query.readUInt16BE(10) > 0 && query.readUInt16BE(end + 1) === 41;
  const udpOctets = edns ? query.readUInt16BE(end + 3) : 512;
  return { name: labels.join('.').toLowerCase(), type, code, end, udpOctets };
}

/** The records that answer a question, aliases first. */
export function recordsOf(names: Record<string, ServedName>, question: Question): Found {
  const records: Served[] = [];
  let { name } = question;
  let authentic = true;
  for (let followed = 0; followed < MOST_ALIASES; followed++) {
    // RFC 4592: a wildcard replaces missing names, here those with one label more.
    const has = names[name] ?? names[name.replace(/^[^.]*/, '*')];
    authentic &&= has?.authentic ?? false;
    if (has === undefined) {
      const below = Object.keys(names).some((other) => other.endsWith(`.${name}`));
      return { records, rcode: below ? 0 : NXDOMAIN, authentic };
    }
    if (has.rcode !== undefined) return { records: [], rcode: has.rcode, authentic };
    const { ttl = 300 } = has;
    const add = (type: number, data: Buffer) => records.push({ name, type, ttl, data });
    if (has.CNAME === undefined || question.code === TYPES.CNAME) {
      for (const data of dataOf(has, question.code)) add(question.code, data);
      break;
    }
    add(TYPES.CNAME, encodedName(has.CNAME));
    name = has.CNAME.toLowerCase();
  }
  return { records, rcode: 0, authentic };
}

function dataOf({ A, AAAA, CNAME, MX, NS, PTR, TLSA, TXT }: ServedName, code: number): Buffer[] {
  const none: Buffer[] = [];
  if (code === TYPES.A) return A?.map((text) => Buffer.from(text.split('.').map(Number))) ?? none;
  if (code === TYPES.AAAA) return AAAA?.map(encodedIPv6) ?? none;
  if (code === TYPES.CNAME) return CNAME === undefined ? none : [encodedName(CNAME)];
  if (code === TYPES.TLSA) return TLSA?.map((text) => Buffer.from(text, 'hex')) ?? none;
  if (code === TYPES.NS) return NS?.map(encodedName) ?? none;
  if (code === TYPES.PTR) return PTR?.map(encodedName) ?? none;
  if (code === TYPES.TXT) return TXT?.map(encodedText) ?? none;
  if (code !== TYPES.MX || MX === undefined) return none;
  return MX.map(([priority, name]) => Buffer.concat([uint16(priority), encodedName(name)]));
}

/** Section 4.1: header, question, answers, and SOA if there are none. @param room octets; records that do not fit are left out */
export function encodedMessage(
  query: Buffer,
  question: Question,
  { records, rcode, authentic }: Found,
  { room, minimum }: { room: number; minimum: number },
): Buffer {
  const zone = question.name.split('.').slice(-1).join('.');
  const soa = Buffer.concat([encodedName('ns.test'), encodedName('root.test'), Buffer.alloc(20)]);
  soa.writeUInt32BE(minimum, soa.length - 4);
  const answered = records.some(({ type }) => type === question.code);
  const authority = answered || (rcode !== 0 && rcode !== NXDOMAIN);
  const negative = authority ? [] : [{ name: zone, type: SOA, ttl: 86_400, data: soa }];
  const parts = [...records, ...negative].map(encodedRecord);
  const flags = RESPONSE | rcode | (authentic ? AUTHENTIC : 0);
  const octets = question.end + parts.reduce((sum, { length }) => sum + length, 0);
  const start = (bits: number, answers: number, authorities: number) => [
    query.subarray(0, 2),
    uint16(bits, 1, answers, authorities, 0),
    query.subarray(HEADER_OCTETS, question.end),
  ];
  if (octets > room) return Buffer.concat(start(flags | TRUNCATED, 0, 0));
  return Buffer.concat([...start(flags, records.length, negative.length), ...parts]);
}

function encodedRecord({ name, type, ttl, data }: Served): Buffer {
  const fixed = uint16(type, INTERNET, ttl >>> 16, ttl & 0xffff, data.length);
  return Buffer.concat([encodedName(name), fixed, data]);
}

/** Section 3.1: labels, each after its length, and the root. */
export function encodedName(name: string): Buffer {
  const labels = [...name.split('.').filter((label) => label !== ''), ''];
  return Buffer.concat(
    labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label, 'latin1')]),
  );
}

/** Octets of a message's header and its question of `name`. */
export const behindQuestion = (name: string) => HEADER_OCTETS + encodedName(name).length + 4;

/** Section 3.3.14. */
function encodedText(text: string | string[]): Buffer {
  const strings = typeof text === 'string' ? (text.match(/[^]{1,255}/g) ?? ['']) : text;
  return Buffer.concat(
    strings.flatMap((one) => [Buffer.of(one.length), Buffer.from(one, 'latin1')]),
  );
}

/** @param text without an IPv4 address in it */
function encodedIPv6(text: string): Buffer {
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }).fill('0');
  return uint16(...[...before, ...zeros, ...after].map((group) => Number(`0x${String(group)}`)));
}

/** Numbers of 16 bits, one after the other. */
export function uint16(...numbers: number[]): Buffer {
  const octets = Buffer.alloc(2 * numbers.length);
  for (const [i, number] of numbers.entries()) octets.writeUInt16BE(number, 2 * i);
  return octets;
}
