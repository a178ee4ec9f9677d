/** A DNS made of a table. The server that speaks DNS is in `dns-server.ts`. */

import type { Answer, DnsTrouble, RecordData, RecordType, Resolve } from '#mail/dns/answer.ts';

/** A query for this never ends. */
export const NO_ANSWER = 'no answer' as const;

type Records = {
  [Type in RecordType]?: readonly RecordData[Type][] | DnsTrouble | typeof NO_ANSWER;
};

/** The records of one name; a text instead of records is the code of the failure. */
export type Node = Omit<Records, 'CNAME'> & {
  /** Another name, which all queries are redirected to. */
  CNAME?: string;
  /** Whether queries for other records get no answer. */
  silent?: boolean;
  /** Answers about the name have a trusted AD bit. */
  secure?: boolean;
  /** Whether the alias itself is signed, if its target is not. */
  secureAlias?: boolean;
};

/** The records at each name, in lower case; it may be changed at any time. */
export type Zone = Readonly<Record<string, Node>>;

const TTL = 300;

export const mx = (...exchanges: [priority: number, exchange: string][]) =>
  exchanges.map(([priority, exchange]) => ({ priority, exchange: plain(exchange) }));

/** A resolver, and every query to it, such as `MX mailbox.test`. */
export function fakeDns(zone: Zone = {}): { resolve: Resolve; questions: string[] } {
  const questions: string[] = [];
  return { resolve: zoneResolver(zone, (question) => questions.push(question)), questions };
}

/**
 * A name with only names below it exists without records (RFC 8020).
 * @param asked called with each query, as `TXT example.org`
 */
export function zoneResolver(zone: Zone, asked: (question: string) => void = () => {}): Resolve {
  const answer = async <Type extends RecordType>(
    name: string,
    type: Type,
    behind = 0,
  ): Promise<Answer<RecordData[Type]>> => {
    const node = zone[name];
    if (node?.CNAME !== undefined && type !== 'CNAME') {
      if (behind > 8) return { kind: 'trouble', reason: 'failure' };
      const target = plain(node.CNAME);
      const found = await answer(target, type, behind + 1);
      if (found.kind === 'trouble') return found;
      const secure = found.secure && node.secure === true;
      return { ...found, secure, canonical: found.canonical ?? target };
    }
    const known: Records = { ...node, CNAME: node?.CNAME === undefined ? [] : [node.CNAME] };
    const records: Records[Type] = known[type];
    if (records === NO_ANSWER) return new Promise(() => {});
    if (typeof records === 'string') return { kind: 'trouble', reason: records };
    const common = { ttl: TTL, secure: node?.secure ?? node?.secureAlias ?? false };
    if (records !== undefined && records.length > 0) return { kind: 'records', records, ...common };
    if (node?.silent === true) return { kind: 'trouble', reason: 'timeout' };
    const exists =
      node !== undefined || Object.keys(zone).some((other) => other.endsWith(`.${name}`));
    return { kind: exists ? 'no-data' : 'no-name', ...common };
  };
  return (name, type) => {
    asked(`${type} ${plain(name)}`);
    return answer(plain(name), type);
  };
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');

const TYPES: readonly RecordType[] = ['A', 'AAAA', 'MX', 'NS', 'PTR', 'TXT'];
const CODES = { 'no-data': 'ENODATA', 'no-name': 'ENOTFOUND', trouble: 'ETIMEOUT' };

/** Our resolver in the form for libraries: with the answers and errors of node:dns. */
export function nodeStyle(resolve: Resolve) {
  return async (name: string, type: string): Promise<string[] | string[][]> => {
    const known = TYPES.find((one) => one === type);
    const answer = known === undefined ? { kind: 'no-name' as const } : await resolve(name, known);
    if (answer.kind === 'records') {
      // The libraries' declared type lacks the objects of MX records.
      return JSON.parse(
        JSON.stringify(answer.records.map((record) => (type === 'TXT' ? [record] : record))),
      );
    }
    throw Object.assign(new Error(CODES[answer.kind]), { code: CODES[answer.kind] });
  };
}
