/** Hostile requests to the api. Each must end in a 4xx that reveals and changes nothing. */

import type { RawRequest } from '#support/http-server.ts';

/** The data that an attacker may know or guess. */
export type Prey = { id: string; real_email: string; alias_email: string };

export type Attack = RawRequest & {
  name: string;
  /** The status, or the shape of a harmless answer, if it is not just any 4xx. */
  harmless?: number;
};

const TABLE = '/rest/v1/aliases';
const FILTERS =
  'like.* ilike.* match.. not.eq.x neq.x in.(a,b) gt. gte. lt.~ lte.~ is.null not.is.null fts.x ' +
  'cs.{a} ov.{a} eq(any).{a,b} like(any).{*} isdistinct.x';
const JSON_TYPE = { 'content-type': 'application/json' };

export function attacks(prey: Prey): Attack[] {
  return [...reads(prey), ...updates(prey), ...inserts(), ...bodies(), ...detours(prey)];
}

function reads({ real_email, alias_email, id }: Prey): Attack[] {
  const lookup = `select=*&real_email=eq.${real_email}&order=created_at.desc`;
  const get = (name: string, query: string, headers?: Attack['headers']): Attack => ({
    name,
    method: 'GET',
    path: `${TABLE}?${query}`,
    ...(headers && { headers }),
  });
  return [
    get('unfiltered select', 'select=*'),
    get('unfiltered select without anything', ''),
    get('unfiltered select, ordered', 'select=*&order=created_at.desc'),
    get('or', `select=*&or=(real_email.eq.${real_email},active.eq.true)&order=created_at.desc`),
    get('or beside a good filter', `${lookup}&or=(active.eq.true)`),
    get('and', `select=*&and=(active.eq.true)&order=created_at.desc`),
    get('not.or', `select=*&not.or=(active.eq.true)&order=created_at.desc`),
    ...FILTERS.split(' ').map((filter) =>
      get(`filter ${filter}`, `select=*&real_email=${filter}&order=created_at.desc`),
    ),
    get('filter without operator', `select=*&real_email=${real_email}&order=created_at.desc`),
    get('two filters on one column', `${lookup}&real_email=eq.x@y.z`),
    get('a filter on another column', `${lookup}&active=eq.true`),
    get('only active', 'select=*&active=eq.true'),
    get('by id', `select=*&id=eq.${id}`),
    get('real address by alias', `select=real_email&alias_email=eq.${alias_email}`),
    get('everything by alias', `select=*&alias_email=eq.${alias_email}`),
    get('id and address by alias', `select=id,real_email&alias_email=eq.${alias_email}`),
    get('doubled select', `select=id&select=*&alias_email=eq.${alias_email}`),
    get('renamed column', `select=id:real_email&alias_email=eq.${alias_email}`),
    get('cast column', `select=id::text&alias_email=eq.${alias_email}`),
    get('json path', `select=id->>a&alias_email=eq.${alias_email}`),
    get('aggregate', `select=count()&alias_email=eq.${alias_email}`),
    get('aggregate of a column', `select=real_email.max()&order=created_at.desc`),
    get('embedding', `select=*,settings(*)&real_email=eq.${real_email}&order=created_at.desc`),
    get('spread', `select=...settings(value)&real_email=eq.${real_email}&order=created_at.desc`),
    get('limit', `${lookup}&limit=1`),
    get('offset', `${lookup}&offset=1`),
    get('other order', `select=*&real_email=eq.${real_email}&order=real_email`),
    get(
      'SQL in order',
      `select=*&real_email=eq.${real_email}&order=created_at.desc;drop%20table%20aliases`,
    ),
    get(
      'SQL in select',
      `select=*;drop%20table%20aliases&real_email=eq.${real_email}&order=created_at.desc`,
    ),
    get('SQL in a parameter name', `${lookup}&1=1;--=x`),
    get('a prototype as parameter', `${lookup}&__proto__=x`),
    get('a prototype as the only parameter', 'constructor=eq.x&select=*'),
    get('on_conflict', `${lookup}&on_conflict=id`),
    get('csv', lookup, { accept: 'text/csv' }),
    get('explain', lookup, { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose' }),
    get('octets', lookup, { accept: 'application/octet-stream' }),
    get('range', lookup, { range: '0-999' }),
    get('range with unit', lookup, { 'range-unit': 'items', range: '0-' }),
    ...['count=exact', 'count=planned', 'count=estimated', 'tx=rollback', 'max-affected=9'].map(
      (prefer) => get(`prefer ${prefer}`, lookup, { prefer }),
    ),
    get('doubled prefer', lookup, { prefer: ['return=representation', 'count=exact'] }),
    ...['private', 'auth', 'pg_catalog', 'public, auth'].map((schema) =>
      get(`schema ${schema}`, lookup, { 'accept-profile': schema }),
    ),
    get('doubled schema', lookup, { 'accept-profile': ['public', 'auth'] }),
    get('doubled key', lookup, { apikey: ['public-anonymous-key', 'other'] }),
    get('no key', lookup, { apikey: [] }),
    get('wrong key', lookup, { apikey: 'wrong' }),
    get('alg=none token', lookup, {
      authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYSJ9.',
    }),
    get('URL of 15,000 octets', `${lookup}&x=${'x'.repeat(15_000)}`),
    get('headers of 20,000 octets', lookup, { 'x-long': 'x'.repeat(20_000) }),
    { name: 'head', method: 'HEAD', path: `${TABLE}?${lookup}` },
    ...[
      "'",
      "' or '1'='1",
      "x'; drop table aliases; --",
      ...'% * \\ " ( %00 %0d%0aX:'.split(' '),
    ].map((value) => ({
      ...get(
        `SQL or octets in a value: ${value}`,
        `select=*&real_email=eq.${encodeURI(value)}&order=created_at.desc`,
      ),
      harmless: 200,
    })),
  ];
}

function updates({ id, alias_email, real_email }: Prey): Attack[] {
  const patch = (name: string, query: string, body: string, headers = {}): Attack => ({
    name,
    method: 'PATCH',
    path: `${TABLE}?${query}`,
    body,
    headers: { ...JSON_TYPE, ...headers },
  });
  const off = '{"active":false}';
  return [
    patch('update of everything', '', off),
    patch('update by alias', `alias_email=eq.${alias_email}`, off),
    patch('update by real address', `real_email=eq.${real_email}`, off),
    patch('update by state', 'active=eq.true', off),
    patch('update by id, negated', `id=not.eq.${id}`, off),
    patch('update by neq', 'id=neq.00000000-0000-0000-0000-000000000000', off),
    patch('update by list', `id=in.(${id})`, off),
    patch('update by gt', 'id=gt.00000000-0000-0000-0000-000000000000', off),
    patch('update by id or anything', `id=eq.${id}&or=(active.eq.true)`, off),
    patch('two ids', `id=eq.${id}&id=eq.${id}`, off),
    patch('update with limit', `id=eq.${id}&limit=1&order=id`, off),
    patch('not a UUID', `id=eq.${id}'%20or%201=1`, off),
    patch('update returning another column set', `id=eq.${id}&select=real_email,settings(*)`, off),
    ...['real_email', 'alias_email', 'id', 'created_at', 'role', '__proto__', 'constructor'].map(
      (column) => patch(`update of ${column}`, `id=eq.${id}`, `{"${column}":"x@y.z"}`),
    ),
    patch('update of active and more', `id=eq.${id}`, '{"active":false,"real_email":"x@y.z"}'),
    patch('update of nothing', `id=eq.${id}`, '{}'),
    patch('update by array', `id=eq.${id}`, '[{"active":false}]'),
    ...['null', '"false"', '0', '[false]', '{}'].map((value) =>
      patch(`active = ${value}`, `id=eq.${id}`, `{"active":${value}}`),
    ),
    patch('other content type', `id=eq.${id}`, 'active=false', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    patch('other schema', `id=eq.${id}`, off, { 'content-profile': 'auth' }),
    {
      ...patch(
        'switching by the id that the existence check returned',
        'id=eq.00000000-0000-0000-0000-000000000000',
        off,
      ),
      harmless: 204,
    },
  ];
}

function inserts(): Attack[] {
  const row = '"real_email":"new@example.org","alias_email":"alias-5555@a.test"';
  const post = (name: string, body: string, headers = {}, query = ''): Attack => ({
    name,
    method: 'POST',
    path: `${TABLE}${query}`,
    body,
    headers: { ...JSON_TYPE, ...headers },
  });
  return [
    post('chosen id', `{${row},"id":"6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11"}`),
    post('chosen time', `{${row},"created_at":"2000-01-01T00:00:00Z"}`),
    post('born inactive', `{${row},"active":false}`),
    post('active as text', `{${row},"active":"true"}`),
    post('unknown column', `{${row},"role":"admin"}`),
    post('prototype', `{${row},"__proto__":{"active":false}}`),
    post('constructor', `{${row},"constructor":{"prototype":{"x":1}}}`),
    post('bulk', `[{${row}},{"real_email":"b@c.d","alias_email":"alias-5556@a.test"}]`),
    post('bulk of none', '[]'),
    post('upsert, merge', `{${row}}`, { prefer: 'resolution=merge-duplicates' }),
    post('upsert, ignore', `{${row}}`, { prefer: 'resolution=ignore-duplicates' }),
    post('on_conflict', `{${row}}`, {}, '?on_conflict=real_email'),
    post('columns', `{${row}}`, {}, '?columns=real_email,alias_email,id'),
    post('select of another table', `{${row}}`, {}, '?select=*,settings(*)'),
    post('csv', 'real_email,alias_email\nnew@example.org,alias-5555@a.test', {
      'content-type': 'text/csv',
    }),
    post('no content type', `{${row}}`, { 'content-type': '' }),
    post('other schema', `{${row}}`, { 'content-profile': 'auth' }),
    ...['\\r\\n', '\\u0000', '\\u0085', '\\u2028', ' ', '\\ud800'].map((character) =>
      post(`${character} in the real address`, `{${row.replace('new@', `ne${character}w@`)}}`),
    ),
    ...['\\r\\n', '\\u0000', ' '].map((character) =>
      post(`${character} in the alias`, `{${row.replace('5555', `55${character}55`)}}`),
    ),
    post('an address of our own', `{${row.replace('example.org', 'a.test')}}`),
    post('a long address', `{${row.replace('new@', `${'x'.repeat(300)}@`)}}`),
    post('a foreign alias', `{${row.replace('a.test', 'elsewhere.test')}}`),
    post('SQL in a value', `{${row.replace('5555', "5555'); drop table aliases; --")}}`),
  ];
}

function bodies(): Attack[] {
  const post = (name: string, body: string | Buffer, headers = {}): Attack => ({
    name,
    method: 'POST',
    path: TABLE,
    body,
    headers: { ...JSON_TYPE, ...headers },
  });
  return [
    post('20 MB', `{"real_email":"${'x'.repeat(20_000_000)}"}`),
    post('20 MB in chunks', 'x'.repeat(20_000_000), { 'transfer-encoding': 'chunked' }),
    post('JSON 100,000 deep', '['.repeat(100_000)),
    post('JSON deep within the limit', `${'['.repeat(2000)}${']'.repeat(2000)}`),
    post('malformed JSON', '{"real_email":'),
    post('no JSON', 'real_email'),
    post('nothing', ''),
    post('null', 'null'),
    post('a number', '1'),
    post('not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
    post('said to be compressed', '{}', { 'content-encoding': 'gzip' }),
  ];
}

function detours({ id, real_email }: Prey): Attack[] {
  const lookup = `select=*&real_email=eq.${real_email}&order=created_at.desc`;
  return [
    // PostgREST's answer to a deletion that matches none of the caller's rows.
    { name: 'delete', method: 'DELETE', path: `${TABLE}?id=eq.${id}`, harmless: 204 },
    { name: 'delete of everything', method: 'DELETE', path: TABLE },
    { name: 'put', method: 'PUT', path: `${TABLE}?id=eq.${id}`, body: '{}', headers: JSON_TYPE },
    { name: 'trace', method: 'TRACE', path: TABLE },
    { name: 'options', method: 'OPTIONS', path: TABLE },
    {
      name: 'overridden method',
      method: 'POST',
      path: `${TABLE}?id=eq.${id}`,
      headers: { ...JSON_TYPE, 'x-http-method-override': 'DELETE' },
      body: '{}',
    },
    ...[
      '/rest/v1/',
      '/rest/v1',
      '/rest/v1/rpc/version',
      '/rest/v1/settings?select=*',
      '/rest/v1/ledger?select=*',
      '/rest/v1/alias_counts?select=*',
      '/rest/v1/sqlite_schema?select=*',
      '/rest/v1/pg_authid?select=*',
      `${TABLE}/?${lookup}`,
      `/rest/v1//aliases?${lookup}`,
      `/rest/v1/ALIASES?${lookup}`,
      `/rest/v1/aliases%00?${lookup}`,
      `/rest/v1/x/../settings?select=*`,
      '/functions/v1/other',
      '/rest/v2/aliases',
    ].map((path) => ({ name: `GET ${path.split('?', 1)[0]}`, method: 'GET', path })),
    {
      name: 'rpc',
      method: 'POST',
      path: '/rest/v1/rpc/pg_sleep',
      body: '{"x":9}',
      headers: JSON_TYPE,
    },
  ];
}
