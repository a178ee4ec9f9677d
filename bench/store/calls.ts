/** The four table calls in the screen's form, with the values of a varied load. */

import { type Load, runHttpLoad } from './http-load.ts';
import { aliasOf, FIRST, realOf } from './rows.ts';

export type Call = Pick<Load, 'expected' | 'next'> & {
  name: 'insert' | 'look-up' | 'switch' | 'exists';
  writes: boolean;
};

export type Numbers = {
  /** The number of an address with an alias. */
  known: () => number;
  /** The number of an address without an alias. */
  fresh: () => number;
};

const request = (method: string, query: string, body = '') =>
  `${method} /rest/v1/aliases${query} HTTP/1.1\r\nHost: bench.test\r\napikey: key\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;

const lookUp = (number: number) =>
  request('GET', `?select=*&real_email=eq.${realOf(number)}&order=created_at.desc`);

/** In the order of the specification's section 7. @param ids of aliases that can be switched */
export function tableCalls({ known, fresh }: Numbers, ids: readonly string[]): Call[] {
  return [
    {
      name: 'insert',
      writes: true,
      expected: 201,
      next: () => {
        const number = fresh();
        const row = { real_email: realOf(number), alias_email: aliasOf(number), active: true };
        return request('POST', '', JSON.stringify(row));
      },
    },
    { name: 'look-up', writes: false, expected: 200, next: () => lookUp(known()) },
    {
      name: 'switch',
      writes: true,
      expected: 204,
      next: () => {
        const id = ids[Math.floor(Math.random() * ids.length)];
        return request('PATCH', `?id=eq.${id}`, '{"active":true}');
      },
    },
    {
      name: 'exists',
      writes: false,
      expected: 200,
      next: () => request('GET', `?select=id&alias_email=eq.${aliasOf(known())}`),
    },
  ];
}

/** Ids of the first aliases, by the visitor's own call. */
export async function idsOf(port: number, count: number): Promise<string[]> {
  const ids: string[] = [];
  let number = FIRST;
  await runHttpLoad({
    port,
    connections: 10,
    requests: count,
    expected: 200,
    next: () => lookUp(number++),
    answered: (text) => void ids.push(/"id":"([^"]+)"/.exec(text)?.[1] ?? ''),
  });
  return ids;
}
