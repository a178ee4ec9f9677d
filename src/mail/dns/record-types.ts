/** The supported record types: their codes and their data. RFC 1035 section 3.3, RFC 3596 for AAAA, RFC 6698 for TLSA. */

import { SocketAddress } from 'node:net';
import type { RecordData, RecordType } from './answer.ts';
import { inOnePiece, type NameReader } from './names.ts';

/** Section 3.2.2; the type of an alias, and of the start of a zone. */
export const CNAME = 5;
export const SOA = 6;

export type TypeOf<Data> = {
  code: number;
  /** The data between `start` and `end` of the message; undefined if they are malformed. */
  read(names: NameReader, start: number, end: number): Data | undefined;
  /** The approximate number of characters of the data in memory. */
  size: (data: Data) => number;
};

/** An empty map for each type. */
export const mapPerType = (): Record<RecordType, Map<string, never>> => ({
  A: new Map<string, never>(),
  AAAA: new Map<string, never>(),
  CNAME: new Map<string, never>(),
  MX: new Map<string, never>(),
  NS: new Map<string, never>(),
  PTR: new Map<string, never>(),
  TLSA: new Map<string, never>(),
  TXT: new Map<string, never>(),
});

export const RECORD_TYPES: { readonly [Type in RecordType]: TypeOf<RecordData[Type]> } = {
  A: { code: 1, read: readIPv4, size: sizeOfText },
  AAAA: { code: 28, read: readIPv6, size: sizeOfText },
  CNAME: { code: CNAME, read: nameIn, size: sizeOfText },
  MX: {
    code: 15,
    read(names, start, end) {
      const exchange = end - start < 3 ? undefined : nameIn(names, start + 2, end);
      if (exchange === undefined) return undefined;
      return { exchange, priority: names.message.readUInt16BE(start) };
    },
    size: ({ exchange }) => exchange.length,
  },
  NS: { code: 2, read: nameIn, size: sizeOfText },
  PTR: { code: 12, read: nameIn, size: sizeOfText },
  TLSA: {
    code: 52,
    read({ message }, start, end) {
      if (end - start < 4) return undefined;
      const [usage = 0, selector = 0, matching = 0] = message.subarray(start, start + 3);
      // A copy: the message is larger, and the record may outlive it.
      return { usage, selector, matching, data: Buffer.from(message.subarray(start + 3, end)) };
    },
    size: ({ data }) => data.length,
  },
  TXT: { code: 16, read: readText, size: sizeOfText },
};

function sizeOfText(text: string): number {
  return text.length;
}

/** A name that takes up all of the data. */
export function nameIn(names: NameReader, start: number, end: number): string | undefined {
  const found = names.at(start);
  return found?.end === end ? inOnePiece(found.name) : undefined;
}

function readIPv4({ message }: NameReader, start: number, end: number): string | undefined {
  return end - start === 4 ? message.subarray(start, end).join('.') : undefined;
}

function readIPv6({ message }: NameReader, start: number, end: number): string | undefined {
  if (end - start !== 16) return undefined;
  const groups = Array.from({ length: 8 }, (_, i) =>
    message.readUInt16BE(start + 2 * i).toString(16),
  );
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}

/** Section 3.3.14: at least one string, each after its length. */
function readText({ message }: NameReader, start: number, end: number): string | undefined {
  const strings: string[] = [];
  let at = start;
  while (at < end) {
    const next = at + 1 + (message[at] ?? 0);
    if (next > end) return undefined;
    strings.push(message.toString('latin1', at + 1, next));
    at = next;
  }
  return at > start ? strings.join('') : undefined;
}
