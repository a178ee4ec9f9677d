/** Our resolver in the form for libraries: with the answers and errors of node:dns. */

import type { RecordType, Resolve } from '#mail/dns/answer.ts';

const TYPES: readonly RecordType[] = ['A', 'AAAA', 'MX', 'NS', 'PTR', 'TXT'];
const CODES = { 'no-data': 'ENODATA', 'no-name': 'ENOTFOUND', trouble: 'ETIMEOUT' };

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
