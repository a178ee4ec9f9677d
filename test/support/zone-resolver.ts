/** A DNS made of a table. */

import type { Answer, RecordData, RecordType, Resolve } from '#mail/dns/answer.ts';

type Records = { [Type in RecordType]?: readonly RecordData[Type][] };

export type Node = Omit<Records, 'CNAME'> & {
  /** Another name, which all queries are redirected to. */
  CNAME?: string;
  /** Whether queries for other names get no answer. */
  silent?: boolean;
};

/** The records at each name, in lower case. */
export type Zone = Readonly<Record<string, Node>>;

const TTL = { ttl: 300, secure: false };

/**
 * A name with only names below it exists without records (RFC 8020).
 * @param asked called with each query, as `TXT example.org`
 */
export function zoneResolver(zone: Zone, asked: (question: string) => void = () => {}): Resolve {
  const names = Object.keys(zone);
  const answer = <Type extends RecordType>(
    name: string,
    type: Type,
    behind: number,
  ): Answer<RecordData[Type]> => {
    const node = zone[name];
    if (node?.CNAME !== undefined) {
      return behind > 8
        ? { kind: 'trouble', reason: 'failure' }
        : answer(plain(node.CNAME), type, behind + 1);
    }
    const known: Records = node === undefined ? {} : { ...node, CNAME: [] };
    const records: Records[Type] = known[type];
    if (records !== undefined && records.length > 0) return { kind: 'records', records, ...TTL };
    if (node?.silent === true) return { kind: 'trouble', reason: 'timeout' };
    const exists = node !== undefined || names.some((other) => other.endsWith(`.${name}`));
    return { kind: exists ? 'no-data' : 'no-name', ...TTL };
  };
  return async (name, type) => {
    asked(`${type} ${plain(name)}`);
    return answer(plain(name), type, 0);
  };
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
